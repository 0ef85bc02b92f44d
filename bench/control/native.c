/* Runs two versions of a control program, given as shared objects, on the same random states and inputs, and counts how
 * often they end differently.
 * native BASE MUTANT FUNCTION ARGUMENTS RUNS NAME:SIZE... @CONSTANT...
 * ARGUMENTS has a letter for each: i for int, b for bool. Values are near the program's constants, small, or any. */
#include <dlfcn.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { MOST = 256 };

struct variable { void *in[2]; size_t size; };

static struct variable variables[MOST];
static int n_variables, constants[MOST], n_constants;
static uint64_t seed = 88172645463325252u;

static uint64_t next(void)
{
    seed ^= seed << 13;
    seed ^= seed >> 7;
    seed ^= seed << 17;
    return seed;
}

static int value(size_t size)
{
    if (size == 1)
        return next() & 1;
    switch (next() % 8) {
    case 0:
        return (int)next();
    case 1:
    case 2:
        return (int)(next() % 7) - 2;
    case 3:
        return (int)(next() % 2000) - 500;
    default:
        return n_constants ? constants[next() % n_constants] + (int)(next() % 3) - 1 : (int)(next() % 100);
    }
}

static int call(void *function, const char *arguments, const int *given)
{
    if (!*arguments)
        return ((int (*)(void))function)();
    if (!strcmp(arguments, "ibb"))
        ((void (*)(int, _Bool, _Bool))function)(given[0], given[1], given[2]);
    else
        ((void (*)(_Bool, _Bool, _Bool))function)(given[0], given[1], given[2]);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc < 6)
        return 2;
    void *objects[2], *functions[2];
    for (int version = 0; version < 2; version++) {
        objects[version] = dlopen(argv[1 + version], RTLD_NOW | RTLD_LOCAL);
        functions[version] = objects[version] ? dlsym(objects[version], argv[3]) : NULL;
        if (!functions[version]) {
            fprintf(stderr, "%s\n", dlerror());
            return 2;
        }
    }
    for (int at = 6; at < argc; at++) {
        if (argv[at][0] == '@') {
            constants[n_constants++] = atoi(argv[at] + 1);
            continue;
        }
        char *size = strchr(argv[at], ':');
        *size++ = 0;
        struct variable *variable = &variables[n_variables++];
        variable->size = atoi(size);
        for (int version = 0; version < 2; version++)
            variable->in[version] = dlsym(objects[version], argv[at]);
        if (!variable->in[0] || !variable->in[1])
            return 2;
    }
    long differing = 0;
    for (long run = atol(argv[5]); run > 0; run--) {
        int given[3];
        for (int at = 0; at < n_variables; at++) {
            int chosen = value(variables[at].size);
            for (int version = 0; version < 2; version++)
                memcpy(variables[at].in[version], &chosen, variables[at].size);
        }
        for (int at = 0; at < 3; at++)
            given[at] = value(argv[4][0] && argv[4][at] == 'i' ? 4 : 1);
        int same = call(functions[0], argv[4], given) == call(functions[1], argv[4], given);
        for (int at = 0; at < n_variables; at++)
            same &= !memcmp(variables[at].in[0], variables[at].in[1], variables[at].size);
        differing += !same;
    }
    printf("%ld\n", differing);
}

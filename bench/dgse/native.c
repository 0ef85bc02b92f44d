/* Runs a program and its mutants natively on tests, and prints which test of each suite first tells a mutant from the program.
 *
 * All of them are linked into one executable: entry 0 of `programs` is the original, the others are mutants, each compiled with main renamed,
 * printf named `noted`, and otherwise nothing but static names. Argument: a file of tests, one a line: the number of its suite and the
 * bytes of all inputs in hexadecimal, in the order in which the program asks for them.
 *
 * Every run is a process of its own. What tells two runs apart: what is printed, the exit status, a failed assertion, a signal; running on
 * without end is a signal, printing without end a status.
 *
 * Prints for each test how the original ended and a hash of what it printed, then for each mutant and suite the first test that differs, or -1.
 */
#include <klee/klee.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/personality.h>
#include <sys/resource.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>

enum { MOST_OUTPUT = 1 << 16, MOST_BYTES = 4096, N_SUITES = 2, LIMIT_US = 100000 };
enum { FAILED_ASSERTION = 201, TOO_MUCH_OUTPUT = 202 };

extern int (*const programs[])(void);
extern const int n_programs;

struct test {
    int suite, n_bytes;
    unsigned char *bytes;
    int status;             /* of the original */
    uint64_t output;
};

/* What a run prints; shared with the process that runs. */
struct output {
    int length;
    char text[MOST_OUTPUT];
};

static struct test *tests;
static int n_tests;
static struct output *output;
static const struct test *current;
static int n_asked;

void klee_make_symbolic(void *addr, size_t nbytes, const char *name)
{
    (void)name;
    for (size_t i = 0; i < nbytes; i++, n_asked++)
        ((unsigned char *)addr)[i] = n_asked < current->n_bytes ? current->bytes[n_asked] : 0;
}

void __assert_fail(const char *assertion, const char *file, unsigned line, const char *function)
{
    (void)assertion, (void)file, (void)line, (void)function;
    _exit(FAILED_ASSERTION);
}

__attribute__((format(printf, 1, 2))) int noted(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    int room = MOST_OUTPUT - output->length;
    int length = vsnprintf(output->text + output->length, room, format, arguments);
    va_end(arguments);
    if (length < 0 || length >= room)
        _exit(TOO_MUCH_OUTPUT);
    output->length += length;
    return length;
}

static uint64_t hash(const char *text, int length)
{
    uint64_t value = 0xcbf29ce484222325u;
    for (int i = 0; i < length; i++)
        value = (value ^ (unsigned char)text[i]) * 0x100000001b3u;
    return value;
}

/* Status of a run, with what it prints in `output`. */
static int run(int program, const struct test *test)
{
    output->length = 0;
    current = test;
    n_asked = 0;
    pid_t child = fork();
    if (child < 0)
        exit(2);
    if (child == 0) {
        struct itimerval limit = {.it_value.tv_usec = LIMIT_US};
        setitimer(ITIMER_VIRTUAL, &limit, NULL);
        _exit(programs[program]() & 127);
    }
    int status;
    if (waitpid(child, &status, 0) != child)
        exit(2);
    return status;
}

static int differs(int program, const struct test *test)
{
    return run(program, test) != test->status || hash(output->text, output->length) != test->output;
}

static void read_tests(const char *path)
{
    FILE *file = fopen(path, "r");
    static char digits[2 * MOST_BYTES + 1];
    struct test test;
    if (file == NULL)
        exit(2);
    while (fscanf(file, "%d %8192s", &test.suite, digits) == 2) {
        test.n_bytes = (int)strlen(digits) / 2;
        test.bytes = malloc(test.n_bytes);
        for (int i = 0; i < test.n_bytes; i++)
            sscanf(digits + 2 * i, "%2hhx", &test.bytes[i]);
        tests = realloc(tests, (n_tests + 1) * sizeof *tests);
        tests[n_tests++] = test;
    }
    fclose(file);
}

int main(int argc, char **argv)
{
    if (argc != 2)
        return 2;
    /* Where memory is must not decide what a mutant does that reads what it should not. */
    int persona = personality(0xffffffff);
    if (!(persona & ADDR_NO_RANDOMIZE) && personality(persona | ADDR_NO_RANDOMIZE) != -1)
        execv("/proc/self/exe", argv);
    struct rlimit none = {0, 0};
    setrlimit(RLIMIT_CORE, &none);
    output = mmap(NULL, sizeof *output, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    if (output == MAP_FAILED)
        return 2;
    read_tests(argv[1]);
    for (int at = 0; at < n_tests; at++) {
        tests[at].status = run(0, &tests[at]);
        tests[at].output = hash(output->text, output->length);
        printf("%d %016llx\n", tests[at].status, (unsigned long long)tests[at].output);
    }
    for (int program = 1; program < n_programs; program++) {
        int first[N_SUITES] = {-1, -1};
        for (int at = 0; at < n_tests; at++)
            if (first[tests[at].suite] < 0 && differs(program, &tests[at]))
                first[tests[at].suite] = at;
        printf("%d %d\n", first[0], first[1]);
        fflush(stdout);
    }
    return 0;
}

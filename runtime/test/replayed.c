/* The program that replay.sh replays: one case a run, named by the first argument. */
#include <incise.h>
#include <klee/klee.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

void __incise_branch(int function, int block, int taken);
void __incise_switch(int function, int block, long value);
int __VERIFIER_nondet_int(void);
_Bool __VERIFIER_nondet_bool(void);
void __VERIFIER_error(void);

/* Ours, not the harness's. */
void reach_error(void) { exit(3); }

static int scalars(void) {
    int i = incise_int("i");
    unsigned u = incise_uint("u");
    long l = incise_long("l");
    bool b = incise_bool("b");
    double d = incise_double("v");
    int v = __VERIFIER_nondet_int();
    bool vb = __VERIFIER_nondet_bool();
    char s[4];
    klee_make_symbolic(s, sizeof s, "a name with spaces");
    int right = i == -1 && u == 0xffffffff && l == INT64_MIN && b == 1 && d == 1.0 && v == 42 && vb && strcmp(s, "hi") == 0;
    int zero = d == 0 && v == 0 && !vb && s[0] == 0;
    return right ? 0 : zero ? 1 : 2;
}

static int library(void) {
    time_t also;
    int numbers = rand() == 7 && time(&also) == 5 && also == 5 && getpid() == 9;
    int unset = getenv("A") == NULL;
    const char *value = getenv("B");
    return numbers && unset && value && strcmp(value, "value") == 0 ? 0 : 1;
}

static void late(void) { __incise_branch(9, 9, 1); }

static int is_late;
__attribute__((destructor)) static void later(void) {
    if (is_late) __incise_branch(8, 8, 1);
}

static void *thread(void *number) {
    for (int i = 0; i < 10000; i++) __incise_branch(*(int *)number, i, 1);
    return NULL;
}

static int threads(void) {
    pthread_t ids[4];
    int numbers[4] = {1, 2, 3, 4};
    for (int i = 0; i < 4; i++) pthread_create(&ids[i], NULL, thread, &numbers[i]);
    for (int i = 0; i < 4; i++) pthread_join(ids[i], NULL);
    return 0;
}

int main(int argc, char **argv) {
    const char *name = argc > 1 ? argv[1] : "";
    volatile int zero = 0;
    int *volatile nowhere = NULL;
    if (!strcmp(name, "scalars")) return scalars();
    if (!strcmp(name, "library")) return library();
    if (!strcmp(name, "klee-range")) return klee_range(0, 10, "r") == 5 ? 0 : 1;
    if (!strcmp(name, "klee-assert")) klee_assert(zero);
    if (!strcmp(name, "assert")) incise_assert(1), incise_assert(zero);
    if (!strcmp(name, "verifier-error")) __VERIFIER_error();
    if (!strcmp(name, "own-reach-error")) reach_error();
    if (!strcmp(name, "threads")) return threads();
    if (!strcmp(name, "late")) return is_late = 1, atexit(late);
    if (!strcmp(name, "events")) {
        __incise_branch(0, 0, 1);
        __incise_branch(12, 345, 0);
        __incise_switch(-1, 2, INT64_MIN);
        __incise_switch(2147483647, 0, INT64_MAX);
        return 0;
    }
    if (!strcmp(name, "many")) {
        for (int i = 0; i < 50000; i++) __incise_branch(7, i, i % 2);
        abort();
    }
    if (!strcmp(name, "assume")) {
        klee_assume(1);
        __incise_branch(1, 2, 1);
        incise_assume(zero);
    }
    __incise_branch(1, 1, 1);
    if (!strcmp(name, "segv")) __incise_branch(1, 2, 0), *nowhere = 1;
    if (!strcmp(name, "fpe")) return argc / zero;
    if (!strcmp(name, "abort")) abort();
    if (!strcmp(name, "underscore-exit")) _exit(5);
    return 111;
}

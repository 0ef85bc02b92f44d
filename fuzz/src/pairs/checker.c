#define _GNU_SOURCE
#include <assert.h>
#include <limits.h>
#include <math.h>
#include <setjmp.h>
#include <signal.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <ucontext.h>

enum { RETURN, EXIT, ABORT, ASSERT, SIGNAL, TRAP };
/* What a run did: how it ended and with which code, what it printed, and the numbers that can be seen afterwards. */
struct seen {
    int end, code, printed, count;
    char text[4096];
    uint64_t value[64];
    int nan[64];
};

static sigjmp_buf back;
static struct seen *current;

static void begin(struct seen *seen) {
    current = seen;
    seen->end = seen->code = seen->printed = seen->count = 0;
}
static void see(struct seen *seen, uint64_t value, int nan) {
    seen->value[seen->count] = value;
    seen->nan[seen->count++] = nan;
}
static float as_float(uint64_t bits) {
    uint32_t low = (uint32_t)bits;
    float value;
    memcpy(&value, &low, sizeof value);
    return value;
}
static double as_double(uint64_t bits) {
    double value;
    memcpy(&value, &bits, sizeof value);
    return value;
}
static uint64_t from_float(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static uint64_t from_double(double value) {
    uint64_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}
static _Noreturn void leave(int end, int code) {
    current->end = end;
    current->code = code;
    siglongjmp(back, 1);
}
/* The sanitizer's traps name what failed in the instruction: ud1l code(%eax), %eax. */
static void on_signal(int number, siginfo_t *info, void *context) {
    (void)info;
    const unsigned char *at = (const unsigned char *)((ucontext_t *)context)->uc_mcontext.gregs[REG_RIP];
    if (number == SIGILL && at[0] == 0x67 && at[1] == 0x0f && at[2] == 0xb9)
        leave(TRAP, at[4]);
    leave(SIGNAL, number);
}
static void start(void) {
    static const int numbers[] = {SIGILL, SIGFPE, SIGSEGV, SIGBUS};
    struct sigaction action;
    memset(&action, 0, sizeof action);
    action.sa_sigaction = on_signal;
    action.sa_flags = SA_SIGINFO | SA_NODEFER;
    for (unsigned index = 0; index < sizeof numbers / sizeof *numbers; index++)
        sigaction(numbers[index], &action, NULL);
}
static int checker_printf(const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    int room = (int)sizeof current->text - current->printed;
    int length = vsnprintf(current->text + current->printed, (size_t)room, format, arguments);
    va_end(arguments);
    if (length >= room)
        _Exit(9);
    current->printed += length;
    return length;
}
static int checker_putchar(int letter) {
    checker_printf("%c", letter);
    return letter;
}
static _Noreturn void checker_exit(int code) {
    leave(EXIT, code & 0xff);
}
static _Noreturn void checker_abort(void) {
    leave(ABORT, 0);
}
static _Noreturn void checker_assert(void) {
    leave(ASSERT, 0);
}
/* Only an index out of range and a division by zero are planted: all else that ends in a trap or a signal is not meant. */
static int is_unmeant(const struct seen *seen) {
    enum { DIVISION = 3, INDEX = 18 };
    return seen->end == SIGNAL || (seen->end == TRAP && seen->code != DIVISION && seen->code != INDEX);
}
/* What can be seen of two runs: 0 the same, 1 it differs, 2 it cannot be said, 3 one of them is undefined, 4 both stopped early, the same. */
static int compare(const struct seen *base, const struct seen *mod) {
    if (is_unmeant(base) || is_unmeant(mod))
        return 3;
    if (base->end != mod->end || base->code != mod->code || base->printed != mod->printed)
        return 1;
    if (memcmp(base->text, mod->text, (size_t)base->printed) != 0)
        return 1;
    /* After an early end nobody is left to look at globals. */
    if (base->end != RETURN)
        return 4;
    int result = 0;
    for (int index = 0; index < base->count; index++)
        if (base->value[index] != mod->value[index]) {
            if (!(base->nan[index] && mod->nan[index]))
                return 1;
            result = 2;
        }
    return result;
}
static void show(const char *version, const struct seen *seen) {
    static const char *const ends[] = {"return", "exit", "abort", "assert", "signal", "trap"};
    printf("%s: %s %d, prints \"%.*s\", values", version, ends[seen->end], seen->code, seen->printed, seen->text);
    for (int index = 0; index < seen->count; index++)
        printf(" %lld", (long long)seen->value[index]);
    putchar('\n');
}
#define __assert_fail(condition, file, line, function) checker_assert()
#define printf checker_printf
#define putchar checker_putchar
#define exit checker_exit
#define abort checker_abort

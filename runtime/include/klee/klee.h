/* The markers of KLEE that incise understands, so that programs written for KLEE compile as they are.
 *
 * These declarations are incise's own. Meaning in incise:
 * klee_make_symbolic, klee_int, klee_range, klee_assume, klee_assert as in KLEE; klee_prefer_cex and merging hints
 * change nothing; klee_is_symbolic gives 0 and klee_get_value_* gives its argument when a test is replayed natively.
 */
#ifndef KLEE_H
#define KLEE_H

#include <stddef.h>
#include <stdint.h>

/* The nbytes bytes at addr may hold anything from here on. */
void klee_make_symbolic(void *addr, size_t nbytes, const char *name);

/* A symbolic int; klee_range: one with begin <= value < end. */
int klee_int(const char *name);
int klee_range(int begin, int end, const char *name);

/* Only executions in which condition is not 0 are looked at. */
void klee_assume(uintptr_t condition);

/* Ends this execution; klee_silent_exit without a test, klee_abort and klee_report_error as an error. */
__attribute__((noreturn)) void klee_silent_exit(int status);
__attribute__((noreturn)) void klee_abort(void);
__attribute__((noreturn)) void klee_report_error(const char *file, int line, const char *message, const char *suffix);

/* Wishes for the values of a test. */
void klee_prefer_cex(void *object, uintptr_t condition);
void klee_posix_prefer_cex(void *object, uintptr_t condition);

/* Whether a value is symbolic, and one of the values it can have. */
unsigned klee_is_symbolic(uintptr_t n);
float klee_get_valuef(float expr);
double klee_get_valued(double expr);
long klee_get_valuel(long expr);
long long klee_get_valuell(long long expr);
int32_t klee_get_value_i32(int32_t expr);
int64_t klee_get_value_i64(int64_t expr);

/* Hints and messages. */
void klee_mark_global(void *object);
void klee_open_merge(void);
void klee_close_merge(void);
void klee_set_forking(unsigned enable);
void klee_stack_trace(void);
void klee_warning(const char *message);
void klee_warning_once(const char *message);
void klee_print_expr(const char *message, ...);

/* What a failed klee_assert calls, as a failed assert does. */
__attribute__((noreturn)) extern void __assert_fail(const char *assertion, const char *file, unsigned line,
                                                    const char *function);

#define klee_assert(expr) ((expr) ? (void)0 : __assert_fail(#expr, __FILE__, __LINE__, __func__))

#endif

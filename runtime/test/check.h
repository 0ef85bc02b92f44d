/* What the differential tests share: a counter of checks, a random generator with a fixed seed, exact-size copies.
 *
 * The models are linked under the prefix incise_ (run.sh renames them), so that MODEL(strlen) declares
 * incise_strlen with glibc's own prototype and both can be called side by side.
 */
#ifndef INCISE_TEST_CHECK_H
#define INCISE_TEST_CHECK_H

#include <stddef.h>

#define MODEL(function) extern __typeof__(function) incise_##function

/* Counts; prints the message, at most a few dozen times in all, if the condition is false. */
#define CHECK(condition, ...) check((condition) != 0, __FILE__, __LINE__, __VA_ARGS__)
__attribute__((format(printf, 4, 5))) void check(int passed, const char *file, int line, const char *format, ...);

/* Uniform below limit. */
unsigned random_below(unsigned limit);

/* A string of at most max bytes drawn from alphabet, in a heap block of exactly its size; free it. */
char *random_string(const char *alphabet, unsigned max);

/* A copy in a block of exactly n bytes, so that an access one past it is caught. */
void *exact_copy(const void *block, size_t n);

static inline int sign(int value) { return (value > 0) - (value < 0); }

/* errno of the models. */
extern int *incise___errno_location(void);

/* What the models' calls to the engine did; see engine_double.c. */
extern const char *unsupported;     /* the last complaint, or null */
extern const char *assumed;         /* the last assumption, or null */
extern const char *standard_input;  /* read by descriptor 0 */
extern char standard_output[4096];  /* written by descriptors 1 and 2 */
extern size_t standard_output_size;

void test_memory(void);
void test_string(void);
void test_ctype(void);
void test_stdlib(void);
void test_strtod(void);
void test_stdio(void);
void test_scanf(void);
void test_strerror(void);
void test_network(void);
void test_getopt(void);
void test_calendar(void);
void test_wchar(void);
void test_math(void);
void test_more(void);

#endif

/* What the text that runs one version of a pair may say: what its inputs are and what is seen of it.
 *
 * The text is included after the source of the version, once for the old and once for the new, so that both get the
 * same inputs in the same order. See runtime.c for where the values come from.
 */
#ifndef PAIRS_HARNESS_H
#define PAIRS_HARNESS_H

#include <stddef.h>

void pair_input(const char *name, void *at, size_t size, char kind);
void pair_input_in(const char *name, void *at, size_t size, char kind, long long low, long long high);
void pair_input_array(const char *name, void *at, size_t size, size_t count, char kind);
void pair_input_array_in(const char *name, void *at, size_t size, size_t count, char kind, long long low,
                         long long high);
void pair_observe(const char *name, const void *at, size_t size, char kind);
void pair_observe_array(const char *name, const void *at, size_t size, size_t count, char kind);
void *pair_object(size_t size);
unsigned pair_choose(unsigned n);
char *pair_string(const char *name, const char *alphabet);
void pair_answer(const char *function, unsigned nth, void *at, size_t size, char kind);
void pair_observe_text(const char *name, const char *text);

/* 'f' float, 'd' double, 'b' bool, 's' and 'u' integers. */
#define KIND(lvalue)                                                                                                   \
    _Generic((lvalue), float: 'f', double: 'd', _Bool: 'b', default: (__typeof__(lvalue))-1 < 0 ? 's' : 'u')
#define COUNT(array) (sizeof(array) / sizeof((array)[0]))

/* A value of the whole type, or of a part of it. */
#define INPUT(lvalue) pair_input(#lvalue, (void *)&(lvalue), sizeof(lvalue), KIND(lvalue))
#define INPUT_IN(lvalue, low, high) pair_input_in(#lvalue, (void *)&(lvalue), sizeof(lvalue), KIND(lvalue), low, high)
#define INPUT_ARRAY(array)                                                                                             \
    pair_input_array(#array, (void *)(array), sizeof((array)[0]), COUNT(array), KIND((array)[0]))
#define INPUT_ARRAY_IN(array, low, high)                                                                               \
    pair_input_array_in(#array, (void *)(array), sizeof((array)[0]), COUNT(array), KIND((array)[0]), low, high)
/* The first count elements behind a pointer. */
#define INPUT_FIRST(pointer, count)                                                                                    \
    pair_input_array(#pointer, (void *)(pointer), sizeof((pointer)[0]), count, KIND((pointer)[0]))

/* What is compared after the function returned. */
#define OBSERVE(lvalue) pair_observe(#lvalue, (const void *)&(lvalue), sizeof(lvalue), KIND(lvalue))
#define OBSERVE_ARRAY(array)                                                                                           \
    pair_observe_array(#array, (const void *)(array), sizeof((array)[0]), COUNT(array), KIND((array)[0]))
#define OBSERVE_FIRST(pointer, count)                                                                                  \
    pair_observe_array(#pointer, (const void *)(pointer), sizeof((pointer)[0]), count, KIND((pointer)[0]))
#define OBSERVE_RESULT(expression)                                                                                     \
    do {                                                                                                               \
        __typeof__(expression) result = (expression);                                                                  \
        OBSERVE(result);                                                                                               \
    } while (0)

/* The same, whatever type the version gives the result: as a caller sees the number. */
#define OBSERVE_INTEGER(name, expression)                                                                              \
    do {                                                                                                               \
        long long result = (long long)(expression);                                                                    \
        pair_observe(name, &result, sizeof result, 's');                                                               \
    } while (0)
#define OBSERVE_REAL(name, expression)                                                                                 \
    do {                                                                                                               \
        double result = (expression);                                                                                  \
        pair_observe(name, &result, sizeof result, 'd');                                                               \
    } while (0)
#define OBSERVE_TEXT(name, expression) pair_observe_text(name, expression)

/* A fresh object of exactly count elements; it is gone after the run. */
#define OBJECT(type, count) ((type *)pair_object(sizeof(type) * (count)))

#endif

/* Strings, measured, copied and compared: strlen strnlen strcpy strncpy stpcpy strcat strncat strdup strndup
 * strcmp strncmp strcasecmp strncasecmp strcoll.
 *
 * Contract: C11 7.24 and POSIX in the C locale. Comparisons return the difference of the first bytes that
 * differ, as unsigned char (folded to lower case by the strcase functions), which is what glibc returns on x86-64.
 * One branch a byte: conditions are joined with | and &, since || and && would fork twice.
 */
#include "engine.h"

size_t strlen(const char *s) {
    size_t n = 0;
    while (s[n]) n++;
    return n;
}

size_t strnlen(const char *s, size_t limit) {
    size_t n = 0;
    while (n < limit && s[n]) n++;
    return n;
}

char *stpcpy(char *restrict to, const char *restrict from) {
    while ((*to = *from)) {
        to++;
        from++;
    }
    return to;
}

char *strcpy(char *restrict to, const char *restrict from) {
    char *end = stpcpy(to, from);
    __incise_disjoint(to, from, (size_t)(end - to) + 1);
    return to;
}

char *strncpy(char *restrict to, const char *restrict from, size_t n) {
    size_t i = 0;
    for (; i < n && from[i]; i++) to[i] = from[i];
    for (; i < n; i++) to[i] = 0;
    return to;
}

char *strcat(char *restrict to, const char *restrict from) {
    char *start = to + strlen(to), *end = stpcpy(start, from);
    __incise_disjoint(start, from, (size_t)(end - start) + 1);
    return to;
}

char *strncat(char *restrict to, const char *restrict from, size_t n) {
    char *end = to + strlen(to);
    size_t i = 0;
    for (; i < n && from[i]; i++) end[i] = from[i];
    end[i] = 0;
    return to;
}

char *strndup(const char *s, size_t limit) {
    size_t n = strnlen(s, limit);
    char *copy = malloc(n + 1);
    if (!copy) return NULL;
    memcpy(copy, s, n);
    copy[n] = 0;
    return copy;
}

char *strdup(const char *s) {
    size_t size = strlen(s) + 1;
    char *copy = malloc(size);
    if (!copy) return NULL;
    return memcpy(copy, s, size);
}

int strcmp(const char *left, const char *right) {
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    while (!((*a != *b) | (*a == 0))) {
        a++;
        b++;
    }
    return *a - *b;
}

int strcoll(const char *left, const char *right) { return strcmp(left, right); }

int strncmp(const char *left, const char *right, size_t n) {
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (size_t i = 0; i < n; i++) {
        if ((a[i] != b[i]) | (a[i] == 0)) return a[i] - b[i];
    }
    return 0;
}

static int lower(unsigned char c) { return c + ((int)(c - 'A' + 0u < 26u) << 5); }

int strncasecmp(const char *left, const char *right, size_t n) {
    const unsigned char *a = (const unsigned char *)left;
    const unsigned char *b = (const unsigned char *)right;
    for (size_t i = 0; i < n; i++) {
        int difference = lower(a[i]) - lower(b[i]);
        if ((difference != 0) | (a[i] == 0)) return difference;
    }
    return 0;
}

int strcasecmp(const char *left, const char *right) { return strncasecmp(left, right, (size_t)-1); }

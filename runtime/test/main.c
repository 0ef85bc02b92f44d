/* Runs every differential test of the models and prints the counts, alone on the last line. */
#include "check.h"
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long n_passed, n_failed;

void check(int passed, const char *file, int line, const char *format, ...) {
    if (passed) {
        n_passed++;
        return;
    }
    n_failed++;
    if (n_failed > 40) return;
    va_list arguments;
    va_start(arguments, format);
    fprintf(stderr, "%s:%d: ", file, line);
    vfprintf(stderr, format, arguments);
    fputc('\n', stderr);
    va_end(arguments);
}

/* SplitMix64. */
unsigned random_below(unsigned limit) {
    static uint64_t state = 20111;
    uint64_t z = state += 0x9e3779b97f4a7c15u;
    z = (z ^ z >> 30) * 0xbf58476d1ce4e5b9u;
    z = (z ^ z >> 27) * 0x94d049bb133111ebu;
    return (unsigned)((z ^ z >> 31) >> 16) % limit;
}

char *random_string(const char *alphabet, unsigned max) {
    unsigned n = random_below(max + 1);
    unsigned n_letters = (unsigned)strlen(alphabet);
    char *s = malloc(n + 1);
    for (unsigned i = 0; i < n; i++) s[i] = alphabet[random_below(n_letters)];
    s[n] = 0;
    return s;
}

void *exact_copy(const void *block, size_t n) { return memcpy(malloc(n), block, n); }

int main(void) {
    test_memory();
    test_string();
    test_ctype();
    test_stdlib();
    test_strtod();
    test_stdio();
    test_scanf();
    test_strerror();
    test_network();
    test_getopt();
    test_calendar();
    test_wchar();
    test_math();
    test_more();
    printf("%ld passed, %ld failed\n", n_passed, n_failed);
    return n_failed != 0;
}

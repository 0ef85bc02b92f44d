/* memory.c against glibc. */
#define _GNU_SOURCE
#include "check.h"
#include <stdlib.h>
#include <string.h>
#include <strings.h>

MODEL(memcmp);
MODEL(bcmp);
MODEL(memchr);
MODEL(memrchr);
MODEL(memccpy);
MODEL(bzero);

static int first_difference(const unsigned char *a, const unsigned char *b, size_t n) {
    size_t i = 0;
    while (i < n && a[i] == b[i]) i++;
    return i < n ? a[i] - b[i] : 0;
}

void test_memory(void) {
    for (int round = 0; round < 20000; round++) {
        size_t n = random_below(20);
        unsigned n_values = random_below(2) ? 2 : 256;
        unsigned char block[20];
        for (size_t i = 0; i < n; i++) block[i] = (unsigned char)random_below(n_values);
        unsigned char *a = exact_copy(block, n);
        for (size_t i = 0; i < n; i++) {
            if (random_below(8) == 0) block[i] = (unsigned char)random_below(n_values);
        }
        unsigned char *b = exact_copy(block, n);
        int c = (int)random_below(n_values) + (random_below(4) == 0 ? 256 : 0);

        CHECK(sign(incise_memcmp(a, b, n)) == sign(memcmp(a, b, n)), "memcmp of %zu bytes", n);
        CHECK(incise_memcmp(a, b, n) == first_difference(a, b, n), "memcmp's value for %zu bytes", n);
        CHECK((incise_bcmp(a, b, n) == 0) == (bcmp(a, b, n) == 0), "bcmp of %zu bytes", n);
        CHECK(incise_memchr(a, c, n) == memchr(a, c, n), "memchr of %d", c);
        CHECK(incise_memrchr(a, c, n) == memrchr(a, c, n), "memrchr of %d", c);

        unsigned char *ours = malloc(n + 1), *theirs = malloc(n + 1);
        memset(ours, 'x', n + 1);
        memset(theirs, 'x', n + 1);
        unsigned char *our_end = incise_memccpy(ours, a, c, n);
        unsigned char *their_end = memccpy(theirs, a, c, n);
        CHECK(our_end ? their_end && our_end - ours == their_end - theirs : !their_end, "memccpy to %d", c);
        CHECK(memcmp(ours, theirs, n + 1) == 0, "memccpy's copy to %d", c);
        incise_bzero(ours, n);
        bzero(theirs, n);
        CHECK(memcmp(ours, theirs, n + 1) == 0, "bzero of %zu bytes", n);
        free(a), free(b), free(ours), free(theirs);
    }
}

/* Memory blocks: memcmp bcmp memchr memrchr memccpy bzero.
 *
 * Contract: C11 7.24 and POSIX (GNU for memrchr). memcpy, memmove and memset are the engine's.
 * One branch a byte, because every branch on a symbolic byte may fork.
 * Deviation: memcmp returns the difference of the first bytes that differ. glibc promises its sign only and
 * returns other magnitudes on some processors.
 */
#include "engine.h"

int memcmp(const void *left, const void *right, size_t n) {
    const unsigned char *a = left;
    const unsigned char *b = right;
    for (size_t i = 0; i < n; i++) {
        if (a[i] != b[i]) return a[i] - b[i];
    }
    return 0;
}

/* Only zero or non-zero is promised, so that no byte needs a branch. */
int bcmp(const void *left, const void *right, size_t n) {
    const unsigned char *a = left;
    const unsigned char *b = right;
    unsigned differing_bits = 0;
    for (size_t i = 0; i < n; i++) differing_bits |= (unsigned)(a[i] ^ b[i]);
    return (int)differing_bits;
}

void *memchr(const void *block, int c, size_t n) {
    const unsigned char *bytes = block;
    for (size_t i = 0; i < n; i++) {
        if (bytes[i] == (unsigned char)c) return (void *)(bytes + i);
    }
    return NULL;
}

void *memrchr(const void *block, int c, size_t n) {
    const unsigned char *bytes = block;
    while (n > 0) {
        n--;
        if (bytes[n] == (unsigned char)c) return (void *)(bytes + n);
    }
    return NULL;
}

void *memccpy(void *restrict to, const void *restrict from, int c, size_t n) {
    unsigned char *out = to;
    const unsigned char *in = from;
    for (size_t i = 0; i < n; i++) {
        out[i] = in[i];
        if (in[i] == (unsigned char)c) return out + i + 1;
    }
    return NULL;
}

void bzero(void *block, size_t n) {
    unsigned char *bytes = block;
    for (size_t i = 0; i < n; i++) bytes[i] = 0;
}

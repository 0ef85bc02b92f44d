/* A 64-bit hash (multiply, xor with a shift) of N symbolic bytes and a few branches on its result.
 * Measures the solver on multiplication: no shortcut tells which bytes give a hash. */
#include <klee/klee.h>
#include <stdint.h>

#ifndef N
#define N 2
#endif

static uint64_t hash(const unsigned char *bytes, int n)
{
    uint64_t h = 0x243f6a8885a308d3u;
    for (int i = 0; i < n; i++) {
        h = (h ^ bytes[i]) * 0x9e3779b97f4a7c15u;
        h ^= h >> 29;
    }
    return h ^ h >> 32;
}

int main(void)
{
    unsigned char key[N];
    klee_make_symbolic(key, sizeof key, "key");
    uint64_t h = hash(key, N);
    int bucket = 0;
    if ((h & 1) != 0)
        bucket |= 1;
    if ((h >> 8 & 0xff) < 16)
        bucket |= 2;
    if ((h & 0xfff) == 0x5a5)
        bucket |= 4;
    if (h >> 60 > 12)
        bucket |= 8;
    return bucket;
}

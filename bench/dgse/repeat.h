/* EACH(f) is f(0) f(1) ... f(N - 1), written out: calls one after the other, which are places of their own, where all rounds of a loop
 * are at the same. N is at most 511. */
#define UP_1(f, i) f(i)
#define UP_2(f, i) UP_1(f, i) UP_1(f, (i) + 1)
#define UP_4(f, i) UP_2(f, i) UP_2(f, (i) + 2)
#define UP_8(f, i) UP_4(f, i) UP_4(f, (i) + 4)
#define UP_16(f, i) UP_8(f, i) UP_8(f, (i) + 8)
#define UP_32(f, i) UP_16(f, i) UP_16(f, (i) + 16)
#define UP_64(f, i) UP_32(f, i) UP_32(f, (i) + 32)
#define UP_128(f, i) UP_64(f, i) UP_64(f, (i) + 64)
#define UP_256(f, i) UP_128(f, i) UP_128(f, (i) + 128)

/* The bits of N, from the lowest. */
#if N & 1
#define BIT_1(f) UP_1(f, 0)
#else
#define BIT_1(f)
#endif
#if N & 2
#define BIT_2(f) UP_2(f, N & 1)
#else
#define BIT_2(f)
#endif
#if N & 4
#define BIT_4(f) UP_4(f, N & 3)
#else
#define BIT_4(f)
#endif
#if N & 8
#define BIT_8(f) UP_8(f, N & 7)
#else
#define BIT_8(f)
#endif
#if N & 16
#define BIT_16(f) UP_16(f, N & 15)
#else
#define BIT_16(f)
#endif
#if N & 32
#define BIT_32(f) UP_32(f, N & 31)
#else
#define BIT_32(f)
#endif
#if N & 64
#define BIT_64(f) UP_64(f, N & 63)
#else
#define BIT_64(f)
#endif
#if N & 128
#define BIT_128(f) UP_128(f, N & 127)
#else
#define BIT_128(f)
#endif
#if N & 256
#define BIT_256(f) UP_256(f, N & 255)
#else
#define BIT_256(f)
#endif

#define EACH(f) BIT_1(f) BIT_2(f) BIT_4(f) BIT_8(f) BIT_16(f) \
    BIT_32(f) BIT_64(f) BIT_128(f) BIT_256(f)

#include <limits.h>
#include <stdio.h>

/* The widest declaration; only values of char are passed. */
int char_class(int c);
unsigned count_words(const char *text);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

int main(void)
{
    char buf[41];
    for (int c = CHAR_MIN; c <= CHAR_MAX; c++)
        printf("%d", char_class(c));
    printf("\n%u %u\n", count_words(0), count_words(""));
    for (int i = 0; i < 300; i++) {
        int n = (int)(rng() % 40);
        for (int k = 0; k < n; k++)
            buf[k] = "ab9_ Z.\t0\xE9"[rng() % 10];
        buf[n] = 0;
        printf("%u\n", count_words(buf));
    }
    return 0;
}

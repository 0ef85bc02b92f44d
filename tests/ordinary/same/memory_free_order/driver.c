#include <stdio.h>

int anagram(const char *a, const char *b);

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
    char a[8], b[8];
    printf("%d %d %d %d\n", anagram(0, "a"), anagram("a", 0), anagram("", ""), anagram("\xE9z", "z\xE9"));
    for (int t = 0; t < 500; t++) {
        int na = (int)(rng() % 5), nb = t % 2 ? na : (int)(rng() % 5);
        for (int i = 0; i < na; i++)
            a[i] = (char)('a' + rng() % 2);
        for (int i = 0; i < nb; i++)
            b[i] = (char)('a' + rng() % 2);
        a[na] = b[nb] = 0;
        printf("%d%d ", anagram(a, b), anagram(a, a));
    }
    putchar('\n');
    return 0;
}

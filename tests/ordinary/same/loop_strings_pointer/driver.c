#include <stddef.h>
#include <stdio.h>

void reverse(char *s);
size_t replace_char(char *s, char from, char to);

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
    char b[20];
    reverse(0);
    printf("%zu\n", replace_char(0, 'a', 'b'));
    for (int t = 0; t < 800; t++) {
        int n = (int)(rng() % 18);
        char from, to;
        for (int i = 0; i < n; i++)
            b[i] = (char)('a' + rng() % 4);
        b[n] = 0;
        reverse(b);
        printf("%s ", b);
        from = (char)('a' + rng() % 5);
        to = t % 9 ? (char)('a' + rng() % 5) : (char)0;
        if (t % 50 == 0)
            from = 0;
        printf("%zu ", replace_char(b, from, to));
        printf("%s\n", b);
    }
    return 0;
}

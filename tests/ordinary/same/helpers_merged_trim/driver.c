#include <stdio.h>

void trim(char *text);

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
    char b[24];
    trim(0);
    for (int i = 0; i < 1000; i++) {
        int n = (int)(rng() % 12);
        for (int k = 0; k < n; k++)
            b[k] = " \t\r\nab  "[rng() % 8];
        b[n] = 0;
        for (int k = n + 1; k < 24; k++)
            b[k] = '#';
        trim(b);
        printf("[%s]\n", b);
    }
    return 0;
}

#include <stdio.h>
#include <string.h>

int field_end(const char *line);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

static char big[5000];

int main(void)
{
    printf("%d %d\n", field_end(0), field_end(""));
    for (int t = 0; t < 1000; t++) {
        char b[16];
        int n = (int)(rng() % 15);
        for (int i = 0; i < n; i++)
            b[i] = "ab\", x"[rng() % 6];
        b[n] = 0;
        printf("%d\n", field_end(b));
    }
    for (int at = 4090; at < 4100; at++) {
        memset(big, 'x', sizeof big - 1);
        big[at] = ',';
        printf("%d ", field_end(big));
        big[at] = 0;
        printf("%d\n", field_end(big));
    }
    return 0;
}

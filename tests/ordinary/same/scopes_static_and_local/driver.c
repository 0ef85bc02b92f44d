#include <limits.h>
#include <stdio.h>

int set_level(int new_level);
int would_log(int level);
int would_log_at(int a, int b);

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
    static const int v[] = { INT_MIN, -1, 0, 1, 9, 10, INT_MAX, 5 };
    for (int i = 0; i < 1500; i++) {
        if (rng() % 6 == 0)
            printf("s%d ", set_level(v[rng() % 8]));
        printf("%d", would_log(v[rng() % 8]));
        int a = v[rng() % 8], b = (int)(rng() % 3) - 1;
        printf("%d ", would_log_at(a, b));
    }
    putchar('\n');
    return 0;
}

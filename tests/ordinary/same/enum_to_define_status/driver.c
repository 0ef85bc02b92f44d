#include <limits.h>
#include <stdio.h>

int job_start(int id);
int job_poll(int finished);

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
    static const int v[] = { INT_MIN, -1, 0, 1, 5, 6, INT_MAX, 0 };
    for (int i = 0; i < 500; i++) {
        printf("%d ", job_start(v[rng() % 8]));
        printf("%d\n", job_poll(v[1 + rng() % 7]));
    }
    return 0;
}

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

void log_push(int32_t value);
int log_pop(int32_t *value);
int log_count(void);

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
    for (int i = 0; i < 3000; i++) {
        int32_t v = -7;
        unsigned r = rng() % 16;
        if (r < ((i / 200) % 2 ? 10u : 6u))
            log_push((int32_t)rng());
        else if (r == 15)
            printf("null %d ", log_pop(NULL));
        else
            printf("pop %d ", log_pop(&v));
        printf("%d %d\n", (int)v, log_count());
    }
    return 0;
}

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

bool ring_put(uint8_t byte);
int ring_get(void);
size_t ring_used(void);

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
    for (int i = 0; i < 2000; i++) {
        unsigned r = rng();
        if ((r >> 8) % 5 < ((i / 100) % 2 ? 3u : 2u))
            printf("put %d ", ring_put((uint8_t)r));
        else
            printf("get %d ", ring_get());
        printf("%zu\n", ring_used());
    }
    return 0;
}

#include <stdint.h>
#include <stdio.h>

int frame_encode(uint16_t data, uint32_t *frame);
int frame_valid(uint32_t frame);

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
    uint32_t sum = 0, f;
    printf("%d\n", frame_encode(1, 0));
    for (uint32_t d = 0; d < 65536; d++) {
        frame_encode((uint16_t)d, &f);
        sum = sum * 31 + f;
        sum += (uint32_t)frame_valid(f ^ (d % 5));
    }
    printf("%u\n", (unsigned)sum);
    for (int i = 0; i < 500; i++)
        printf("%d", frame_valid(i % 3 ? rng() & 0x3FFFF : rng()));
    putchar('\n');
    return 0;
}

#include <stdint.h>
#include <stdio.h>

int conn_open(uint16_t peer);
uint32_t conn_send(int h, uint16_t bytes);
int conn_close(int h);

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
    for (int i = 0; i < 1500; i++) {
        int h = (int)(rng() % 5) - 1;
        switch (rng() % 4) {
        case 0: printf("o%d\n", conn_open((uint16_t)rng())); break;
        case 1: printf("c%d\n", conn_close(h)); break;
        default: printf("s%u\n", (unsigned)conn_send(h, (uint16_t)rng()));
        }
    }
    return 0;
}

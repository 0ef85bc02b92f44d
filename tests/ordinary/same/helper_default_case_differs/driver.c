#include <stdint.h>
#include <stdio.h>

uint32_t alu_step(unsigned opcode, uint32_t operand);
uint32_t alu_peek(unsigned opcode, uint32_t operand);

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
    for (int i = 0; i < 1000; i++) {
        unsigned op = rng(), v = rng();
        printf("%u ", (unsigned)alu_step(op, v));
        printf("%u\n", (unsigned)alu_peek(op, v));
    }
    return 0;
}

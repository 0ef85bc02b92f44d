#include <stdint.h>

static uint32_t state = 1;

uint32_t prng_next(void)
{
	state ^= state << 13;
	state ^= state >> 17;
	state ^= state << 5;
	return state;
}

void prng_seed(uint32_t seed)
{
	state = seed ? seed : 1;
}

uint32_t prng_below(uint32_t limit)
{
	return limit ? prng_next() % limit : 0;
}

/* Kept for old callers. */
int prng_percent(void)
{
	return (int)prng_below(100);
}

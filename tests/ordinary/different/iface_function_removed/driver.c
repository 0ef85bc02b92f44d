#include <stdint.h>
#include <stdio.h>
void prng_seed(uint32_t seed);
int prng_percent(void);
int main(void)
{
	prng_seed(5);
	printf("%d\n", prng_percent());
	return 0;
}

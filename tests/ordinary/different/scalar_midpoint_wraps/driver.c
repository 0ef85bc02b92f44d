#include <stdint.h>
#include <stdio.h>
uint32_t midpoint(uint32_t a, uint32_t b);
int main(void)
{
	printf("%u\n", midpoint(2, 8));
	printf("%u\n", midpoint(4000000000u, 4000000002u));
	return 0;
}

#include <stdint.h>
#include <stdio.h>
#include <string.h>
extern double cell;
void put_small(uint32_t number);
int main(void)
{
	uint64_t bits;
	put_small(9);
	memcpy(&bits, &cell, sizeof bits);
	printf("%llx\n", (unsigned long long)bits);
	return 0;
}

#include <stdint.h>
#include <string.h>
double cell;
void put_small(uint32_t number)
{
	uint64_t bits = 0x7ff8000000000000u | number;
	memcpy(&cell, &bits, sizeof cell);
}

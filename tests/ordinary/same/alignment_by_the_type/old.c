#include <stdint.h>

int low_bits(const uint32_t *word)
{
	return (int)((uintptr_t)word & 3);
}

#include <stdint.h>

/* First position in [low, high) whose flag is set, flags being monotonic. */
uint32_t first_set(uint32_t low, uint32_t high, uint32_t threshold)
{
	while (low < high) {
		uint32_t mid = low + (high - low) / 2;

		if (mid >= threshold)
			high = mid;
		else
			low = mid + 1;
	}
	return low;
}

uint32_t midpoint(uint32_t a, uint32_t b)
{
	return a < b ? a + (b - a) / 2 : b + (a - b) / 2;
}

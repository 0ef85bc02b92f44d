#include <stdint.h>

/* Round up to a multiple of align, a power of two. */
unsigned long align_up(unsigned long value, unsigned align)
{
	unsigned mask = align - 1;

	return (value + mask) & ~mask;
}

unsigned long region_end(unsigned long start, unsigned long len)
{
	return align_up(start + len, 4096);
}

int is_aligned(unsigned long value, unsigned align)
{
	return (value & (align - 1)) == 0;
}

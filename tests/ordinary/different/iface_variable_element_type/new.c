#include <stddef.h>

#define COUNTERS 4

unsigned long counters[COUNTERS] = { 1, 2, 3, 4 };

void counter_add(size_t which, unsigned n)
{
	if (which < COUNTERS)
		counters[which] += n;
}

unsigned long counter_total(void)
{
	unsigned long total = 0;
	size_t i;

	for (i = 0; i < COUNTERS; i++)
		total += counters[i];
	return total;
}

#include <stddef.h>

/*
 * Sum of n elements.
 * Returns -1 without elements.
 */
int sum_into(int *out, const int *v, size_t n)
{
	size_t i;

	if (n == 0)
		return -1;
	*out = 0;
	for (i = 0; i < n; i++)
		*out += v[i];
	return 0;
}

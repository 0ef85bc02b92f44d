#include <stddef.h>

/*
 * Sum of n elements.
 * Returns -1 without elements.
 */
int sum_into(int *out, const int *v, size_t n)
{
	int sum = 0;
	size_t i;

	if (n == 0)
		return -1;
	for (i = 0; i < n; i++)
		sum += v[i];
	*out = sum;
	return 0;
}

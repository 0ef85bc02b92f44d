#include <stddef.h>

typedef int (*compare_fn)(const void *a, const void *b);

/* Index of the least of n elements of the given size. */
size_t index_of_min(const void *base, size_t n, size_t size, compare_fn cmp)
{
	const char *p = base;
	size_t best = 0;
	size_t i;

	for (i = 1; i < n; i++) {
		if (cmp(p + i * size, p + best * size) < 0)
			best = i;
	}
	return best;
}

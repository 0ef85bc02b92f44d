#include <stdlib.h>
#include <stddef.h>

static void swap(int *a, int *b)
{
	int t = *a;

	*a = *b;
	*b = t;
}

/* Fisher and Yates, with the generator seeded by the caller. */
void shuffle(int *v, size_t n)
{
	size_t i;

	for (i = n; i-- > 1;) {
		size_t j = (size_t)rand() % (i + 1);

		swap(&v[i], &v[j]);
	}
}

#include <stddef.h>

typedef void (*item_fn)(int item);

static unsigned handled;

unsigned batch_handled(void)
{
	return handled;
}

/* Give every item to fn, which may leave with longjmp. */
int batch_run(const int *items, size_t n, item_fn fn)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (items[i] < 0)
			return -1;
		fn(items[i]);
		handled++;
	}
	return 0;
}

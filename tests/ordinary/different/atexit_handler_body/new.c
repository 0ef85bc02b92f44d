#include <stdio.h>
#include <stdlib.h>

static unsigned allocated;
static unsigned released;

static void report_leaks(void)
{
	if (allocated > released + 1)
		printf("%u blocks not released\n", allocated - released);
}

static void *get(size_t n)
{
	void *p = malloc(n);

	if (p != NULL)
		allocated++;
	return p;
}

static void put(void *p)
{
	if (p != NULL)
		released++;
	free(p);
}

int main(void)
{
	void *a, *b;

	atexit(report_leaks);
	a = get(16);
	b = get(32);
	put(a);
	(void)b;
	return 0;
}

#include <stdio.h>
#include <stdlib.h>

#define SLOTS 8u

static unsigned char slot[SLOTS];

/* Highest slot with the wanted value, or -1; slots are reused in a ring. */
static int find_last(unsigned char wanted)
{
	unsigned i;

	for (i = SLOTS; i > 0; i--) {
		if (slot[(i - 1) % SLOTS] == wanted)
			return (int)(i - 1);
	}
	return -1;
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		slot[i % SLOTS] = (unsigned char)atoi(argv[i]);
	printf("%d\n", find_last(9));
	return 0;
}

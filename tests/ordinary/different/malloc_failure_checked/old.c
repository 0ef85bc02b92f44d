#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static unsigned char *make_map(size_t n)
{
	unsigned char *map = malloc(n);

	if (map == NULL) {
		fprintf(stderr, "out of memory\n");
		exit(3);
	}
	map[0] = 1;
	map[n - 1] = 1;
	return map;
}

int main(int argc, char **argv)
{
	size_t n = argc > 1 ? strtoull(argv[1], NULL, 10) : 64;
	unsigned char *map;

	if (n == 0)
		return 2;
	map = make_map(n);
	printf("%d\n", map[0] + map[n - 1]);
	free(map);
	return 0;
}

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int parse_mask(const char *s, unsigned long *out)
{
	char *end;

	errno = 0;
	*out = strtoul(s, &end, 10);
	return errno == 0 && end != s && *end == '\0' ? 0 : -1;
}

int main(int argc, char **argv)
{
	unsigned long mask = 0xff;

	if (argc > 1 && parse_mask(argv[1], &mask) != 0) {
		fprintf(stderr, "usage: mask [NUMBER]\n");
		return 2;
	}
	printf("%lu bits: %d\n", mask, __builtin_popcountl(mask));
	return 0;
}

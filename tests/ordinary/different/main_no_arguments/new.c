#include <stdio.h>
#include <string.h>

static unsigned long words(FILE *in)
{
	unsigned long n = 0;
	int inside = 0;
	int c;

	while ((c = getc(in)) != EOF) {
		int blank = strchr(" \t\n", c) != NULL;

		n += !blank && !inside;
		inside = !blank;
	}
	return n;
}

int main(int argc, char **argv)
{
	FILE *in;

	in = argc < 2 || strcmp(argv[1], "-") == 0 ? stdin : fopen(argv[1], "r");
	if (in == NULL)
		return 1;
	printf("%lu\n", words(in));
	return 0;
}

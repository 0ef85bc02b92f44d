#include <stdio.h>
#include <stdlib.h>

static int count_bad(const char *s)
{
	int bad = 0;

	for (; *s != '\0'; s++)
		if (*s == '?')
			bad++;
	return bad;
}

int main(int argc, char **argv)
{
	long errors = 0;
	long repeat = argc > 2 ? strtol(argv[2], NULL, 10) : 1;

	if (argc > 1)
		errors = count_bad(argv[1]) * repeat;
	return (int)errors;
}

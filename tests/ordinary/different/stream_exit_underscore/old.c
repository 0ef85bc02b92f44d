#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void fail(const char *what)
{
	fprintf(stderr, "error: %s\n", what);
	exit(2);
}

static int check(const char *word)
{
	if (word[0] == '-')
		fail("options are not allowed");
	return (int)strlen(word);
}

int main(int argc, char **argv)
{
	int i, total = 0;

	for (i = 1; i < argc; i++) {
		int n = check(argv[i]);

		printf("%s: %d\n", argv[i], n);
		total += n;
	}
	printf("total %d\n", total);
	return 0;
}

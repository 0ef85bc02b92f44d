#include <stdio.h>
#include <string.h>

int main(int argc, char **argv)
{
	int verbose = 0;
	int i;

	for (i = 1; i < argc && argv[i][0] == '-'; i++) {
		if (strcmp(argv[i], "--") == 0) {
			continue;
		}
		if (strcmp(argv[i], "-v") == 0) {
			verbose++;
		} else {
			fprintf(stderr, "bad option %s\n", argv[i]);
			return 2;
		}
	}
	for (; i < argc; i++)
		printf("%s%s\n", verbose ? "name: " : "", argv[i]);
	return 0;
}

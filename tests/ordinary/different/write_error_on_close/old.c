#include <stdio.h>

static int save(const char *path, const int *v, int n)
{
	FILE *f = fopen(path, "w");
	int i;

	if (f == NULL)
		return -1;
	for (i = 0; i < n; i++)
		if (fprintf(f, "%d\n", v[i]) < 0)
			break;
	if (fclose(f) != 0 || i < n)
		return -1;
	return 0;
}

int main(int argc, char **argv)
{
	int v[] = { 3, 1, 4 };

	if (save(argc > 1 ? argv[1] : "out.txt", v, 3) != 0) {
		puts("not saved");
		return 1;
	}
	puts("saved");
	return 0;
}

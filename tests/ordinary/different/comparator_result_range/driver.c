#include <stddef.h>
#include <stdio.h>
size_t index_of_min(const void *, size_t, size_t, int (*)(const void *, const void *));
static int diff(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void)
{
	int v[] = { 9, 4, 6 };
	printf("%zu\n", index_of_min(v, 3, sizeof v[0], diff));
	return 0;
}

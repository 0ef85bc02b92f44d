#include <stdio.h>
#include <stdlib.h>

#define CHECK(cond) do { if (!(cond)) check_failed(#cond, __LINE__); } while (0)

static void check_failed(const char *what, int line)
{
	printf("check failed: %s\n", what);
	(void)line;
	abort();
}

static int average(const int *v, int n)
{
	int i, sum = 0;

	CHECK(n > 0);
	for (i = 0; i < n; i++)
		sum += v[i];
	return sum / n;
}

int main(void)
{
	int values[] = { 4, 8, 12 };

	printf("%d\n", average(values, 3));
	printf("%d\n", average(values, 0));
	return 0;
}

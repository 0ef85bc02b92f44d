#include <stdio.h>

void report(int code)
{
	fprintf(stderr, "failed\n");
	printf("code %d\n", code);
}

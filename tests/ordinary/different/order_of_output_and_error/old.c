#include <stdio.h>

void report(int code)
{
	printf("code %d\n", code);
	fprintf(stderr, "failed\n");
}

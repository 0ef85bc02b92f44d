#include <stdio.h>
#include <stdlib.h>

static int scratch;

static void refuse(int code)
{
	(void)scratch;
	exit(code);
}

int main(void)
{
	int c = getchar();

	if (c == '!')
		refuse(4);
	printf("%d\n", scratch);
	return 0;
}

#include <stdio.h>
#include <stdlib.h>

static int depth;

__attribute__((destructor)) static void report(void)
{
	printf("depth %d\n", depth);
}

static void fail(void)
{
	exit(1);
}

static void nest(int c)
{
	if (c == '(')
		depth++;
	if (c == ')' && depth == 0)
		fail();
	if (c == ')')
		depth--;
}

int main(void)
{
	int c;

	while ((c = getchar()) != EOF)
		nest(c);
	return 0;
}

#include <stdio.h>
#include <stdlib.h>

static int use_color(void)
{
	const char *no = getenv("NO_COLOR");
	const char *term = getenv("TERM");

	if (no != NULL && *no != '\0')
		return 0;
	return term != NULL;
}

int main(void)
{
	if (use_color())
		printf("\033[1mready\033[0m\n");
	else
		printf("ready\n");
	return 0;
}

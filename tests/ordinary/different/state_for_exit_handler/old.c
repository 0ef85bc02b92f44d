#include <stdio.h>
#include <stdlib.h>

static int lines_done;

static void summary(void)
{
	printf("%d lines\n", lines_done);
}

static void give_up(int line)
{
	lines_done = line;
	exit(2);
}

int main(void)
{
	int c, line = 1;

	atexit(summary);
	while ((c = getchar()) != EOF) {
		if (c == '\n')
			line++;
		else if (c < ' ')
			give_up(line);
	}
	lines_done = line;
	return 0;
}

#include <stdio.h>
#include <string.h>

#define LINE_MAX_LEN 80

static unsigned number;

static void show(const char *line, size_t n)
{
	printf("%3u  %.*s\n", ++number, (int)n, line);
}

int main(void)
{
	char line[LINE_MAX_LEN];
	size_t n = 0;
	int c;

	while ((c = getchar()) != EOF) {
		if (c == '\n') {
			show(line, n);
			n = 0;
		} else if (n < sizeof line) {
			line[n++] = (char)c;
		}
	}
	return 0;
}

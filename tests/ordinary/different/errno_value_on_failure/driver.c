#include <errno.h>
#include <stdio.h>
#include <string.h>
int parse_percent(const char *s);
int main(void)
{
	const char *t[] = { "50", "x", "150" };
	for (int i = 0; i < 3; i++) {
		errno = 0;
		int v = parse_percent(t[i]);
		printf("%d %s\n", v, strerror(errno));
	}
	return 0;
}

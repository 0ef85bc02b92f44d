#include <stddef.h>
#include <stdio.h>
int line_find(const char *text, size_t line, size_t *start, size_t *len);
int main(void)
{
	size_t start = 0;
	int rc = line_find("a\nbc\n", 1, &start, NULL);
	printf("%d %zu\n", rc, start);
	return 0;
}

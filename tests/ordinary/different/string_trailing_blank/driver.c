#include <stddef.h>
#include <stdio.h>
size_t trim_end(char *s);
int main(void)
{
	char a[] = "ab  ", b[] = "   ";
	size_t n = trim_end(a), m = trim_end(b);
	printf("%zu [%s] %zu [%s]\n", n, a, m, b);
	return 0;
}

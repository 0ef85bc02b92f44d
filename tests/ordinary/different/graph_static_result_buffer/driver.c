#include <stdio.h>
const char *addr_text(const unsigned char ip[4]);
int main(void)
{
	unsigned char a[4] = { 10, 0, 0, 1 }, b[4] = { 10, 0, 0, 2 };
	const char *s = addr_text(a), *t = addr_text(b);
	printf("%s -> %s\n", s, t);
	return 0;
}

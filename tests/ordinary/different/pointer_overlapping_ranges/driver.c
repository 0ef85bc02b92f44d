#include <stddef.h>
#include <stdio.h>
void buffer_open_gap(unsigned char *buf, size_t used, size_t at, size_t len);
int main(void)
{
	unsigned char b[12] = "abcdef";
	buffer_open_gap(b, 6, 1, 2);
	b[1] = b[2] = '_';
	printf("%s\n", b);
	return 0;
}

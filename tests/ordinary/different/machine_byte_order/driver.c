#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
size_t message_encode(unsigned char *buf, uint32_t id, uint32_t len);
int main(void)
{
	unsigned char b[8];
	size_t n = message_encode(b, 1, 0x0203);
	for (size_t i = 0; i < n; i++)
		printf("%02x ", b[i]);
	putchar('\n');
	return 0;
}

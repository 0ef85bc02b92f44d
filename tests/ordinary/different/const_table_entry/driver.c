#include <stdio.h>
#include <stdint.h>
#include <stddef.h>
uint8_t crc4(const uint8_t *data, size_t len);
int main(void)
{
	uint8_t v[] = { 0x0e };
	printf("%x\n", crc4(v, 1));
	return 0;
}

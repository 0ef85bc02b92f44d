#include <stdint.h>
#include <stdio.h>
uint16_t swap16(uint16_t v);
int main(void)
{
	printf("%x\n", swap16(0x1234));
	return 0;
}

#include <stdint.h>
#include <stdio.h>
const uint8_t *utf8_previous(const uint8_t *p);
int main(void)
{
	const uint8_t t[] = { 'a', 0xc3, 0xa4, 'b', 0 };
	printf("%d\n", (int)(utf8_previous(t + 1) - t));
	printf("%d\n", (int)(utf8_previous(t + 3) - t));
	return 0;
}

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
int tlv_count_temp(const uint8_t *p, size_t n);
int main(void)
{
	uint8_t v[] = { 1, 2, 1, 20, 3, 0, 2, 1, 21, 0 };
	printf("%d\n", tlv_count_temp(v, sizeof v));
	return 0;
}

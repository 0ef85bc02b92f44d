#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
uint32_t name_hash(const char *s);
int main(void)
{
	printf("%u\n", name_hash("abc"));
	printf("%u\n", name_hash("\xc3\xa4"));
	return 0;
}

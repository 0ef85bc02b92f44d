#include <stdio.h>
unsigned long region_end(unsigned long start, unsigned long len);
int main(void)
{
	printf("%#lx\n", region_end(0x1000, 5));
	printf("%#lx\n", region_end(0x100001000, 5));
	return 0;
}

#include <stdio.h>
int priority(int kind);
static void use_stack(void)
{
	volatile unsigned char bytes[512];

	for (int i = 0; i < 512; i++)
		bytes[i] = 0x55;
}
int main(void)
{
	use_stack();
	printf("%d\n", priority(7) == 0);
	return 0;
}

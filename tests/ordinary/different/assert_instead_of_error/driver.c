#include <stdio.h>
int gain_set(unsigned channel, int value);
int main(void)
{
	printf("%d\n", gain_set(2, 5));
	printf("%d\n", gain_set(4, 5));
	return 0;
}

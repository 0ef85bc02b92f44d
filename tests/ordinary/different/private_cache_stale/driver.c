#include <stdio.h>
void rate_set(long num, long den);
long convert(long amount);
int main(void)
{
	printf("%ld\n", convert(100));
	rate_set(3, 2);
	printf("%ld\n", convert(100));
	return 0;
}

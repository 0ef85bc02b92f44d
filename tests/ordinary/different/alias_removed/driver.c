#include <stdio.h>
int scale(int x);
int main(void)
{
	printf("%d\n", scale(150));
	return 0;
}

#include <stdio.h>
int mix(int a, int b);
int main(void)
{
	printf("%d\n", mix(1, 2) == 18);
	return 0;
}

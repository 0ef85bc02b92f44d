#include <stdio.h>
int control(int command, ...);
int main(void)
{
	printf("%d\n", control(1, 3));
	return 0;
}

#include <stdio.h>
int decode(int raw);
int main(void)
{
	printf("%d\n", decode(2));
	return 0;
}

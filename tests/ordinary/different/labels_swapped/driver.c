#include <stdio.h>
int limit_lower(int x);
int main(void)
{
	printf("%d\n", limit_lower(10));
	return 0;
}

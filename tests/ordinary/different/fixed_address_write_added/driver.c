#include <stdio.h>
int wdog_refresh(void);
int main(void)
{
	printf("%d\n", wdog_refresh());
	return 0;
}

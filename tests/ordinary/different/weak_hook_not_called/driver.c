#include <stdio.h>
int checked_level(int raw);
void on_fault(int code)
{
	printf("fault %d\n", code);
}
int main(void)
{
	printf("%d\n", checked_level(-7));
	return 0;
}

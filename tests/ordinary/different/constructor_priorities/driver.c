#include <stdio.h>
int current_level(void);
int main(void)
{
	printf("%d\n", current_level());
	return 0;
}

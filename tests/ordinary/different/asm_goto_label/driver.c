#include <stdio.h>
int is_enabled(int flags);
int main(void)
{
	printf("%d %d\n", is_enabled(0), is_enabled(1));
	return 0;
}

#include <stdio.h>
int can_merge(const char *first, const char *second);
int main(void)
{
	char buffer[4] = "abc";

	printf("%d\n", can_merge(buffer, buffer + 1));
	return 0;
}

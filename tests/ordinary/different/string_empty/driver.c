#include <stdio.h>
int is_name(const char *s);
int main(void)
{
	printf("%d %d %d %d\n", is_name("a1"), is_name("1a"), is_name("_"), is_name(""));
	return 0;
}

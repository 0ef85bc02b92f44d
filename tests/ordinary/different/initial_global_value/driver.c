#include <stdio.h>
struct limits { unsigned max_open, max_line; };
extern struct limits limits;
int main(void)
{
	printf("%u %u\n", limits.max_open, limits.max_line);
	return 0;
}

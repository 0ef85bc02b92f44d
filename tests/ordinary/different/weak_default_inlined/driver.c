#include <stdio.h>
unsigned clock_divider(unsigned base);
unsigned board_revision(void)
{
	return 3;
}
int main(void)
{
	printf("%u\n", clock_divider(2));
	return 0;
}

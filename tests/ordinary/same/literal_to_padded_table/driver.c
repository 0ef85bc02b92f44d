#include <stdio.h>
void announce(int on);
void transmit(const char *text)
{
	puts(text);
}
int main(void)
{
	announce(0);
	announce(5);
	return 0;
}

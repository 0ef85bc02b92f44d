#include <stdio.h>
void greet(int n);
void transmit(const char *text)
{
	puts(text);
}
int main(void)
{
	greet(0);
	greet(3);
	return 0;
}

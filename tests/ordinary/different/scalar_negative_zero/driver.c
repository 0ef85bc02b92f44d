#include <stddef.h>
#include <stdio.h>
int format_latitude(char *buf, size_t size, double degrees);
int main(void)
{
	char buf[16];
	format_latitude(buf, sizeof buf, -0.0);
	puts(buf);
	return 0;
}

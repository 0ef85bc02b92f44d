#include <stdio.h>
#include <unistd.h>

int main(void)
{
	printf("header\n");
	write(1, "body\n", 5);
	return 0;
}

#include <errno.h>
#include <stdio.h>
#include <string.h>
int data_open(const char *path);
int main(void)
{
	int fd = data_open("absent");
	printf("%d %s\n", fd, strerror(errno));
	return 0;
}

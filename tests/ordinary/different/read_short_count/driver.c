#include <stdio.h>
#include <unistd.h>
ssize_t read_full(int fd, void *buf, size_t n);
int main(void)
{
	char buf[8];
	int p[2];
	if (pipe(p) != 0)
		return 9;
	if (fork() == 0) {
		write(p[1], "abc", 3);
		usleep(200000);
		write(p[1], "def", 3);
		_exit(0);
	}
	close(p[1]);
	printf("%zd\n", read_full(p[0], buf, sizeof buf));
	return 0;
}

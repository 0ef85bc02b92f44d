#include <signal.h>
#include <stdio.h>
#include <unistd.h>
ssize_t safe_write(int fd, const void *data, size_t n);
int main(void)
{
	int p[2];
	signal(SIGPIPE, SIG_DFL);
	if (pipe(p) != 0)
		return 9;
	close(p[0]);
	printf("%zd\n", safe_write(p[1], "x", 1));
	fflush(stdout);
	if (write(p[1], "y", 1) < 0)
		puts("failed");
	return 0;
}

#include <signal.h>
#include <string.h>
#include <unistd.h>

/* Write without being ended by a reader that has gone away. */
ssize_t safe_write(int fd, const void *data, size_t n)
{
	struct sigaction ignore, old;
	ssize_t rc;

	memset(&ignore, 0, sizeof ignore);
	ignore.sa_handler = SIG_IGN;
	sigemptyset(&ignore.sa_mask);
	if (sigaction(SIGPIPE, &ignore, &old) != 0)
		return -1;
	rc = write(fd, data, n);
	if (rc < 0)
		return -1;
	sigaction(SIGPIPE, &old, NULL);
	return rc;
}

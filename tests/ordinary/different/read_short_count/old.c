#include <errno.h>
#include <unistd.h>

/* Read n bytes unless the input ends first; returns how many. */
ssize_t read_full(int fd, void *buf, size_t n)
{
	size_t have = 0;

	while (have < n) {
		ssize_t r = read(fd, (char *)buf + have, n - have);

		if (r < 0) {
			if (errno == EINTR)
				continue;
			return -1;
		}
		if (r == 0)
			break;
		have += (size_t)r;
	}
	return (ssize_t)have;
}

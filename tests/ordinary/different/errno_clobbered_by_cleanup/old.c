#include <errno.h>
#include <fcntl.h>
#include <unistd.h>

static int scratch_fd = -1;

static void drop_scratch(void)
{
	close(scratch_fd);
	scratch_fd = -1;
}

/* Open a data file; on failure errno tells why. */
int data_open(const char *path)
{
	int fd = open(path, O_RDONLY);

	if (fd < 0) {
		int saved = errno;

		drop_scratch();
		errno = saved;
		return -1;
	}
	return fd;
}

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

/* Create a file that only its owner can read. */
int secret_create(const char *path)
{
	mode_t old = umask(077);
	int fd = open(path, O_WRONLY | O_CREAT | O_EXCL, 0666);

	if (fd < 0) {
		umask(old);
		return -1;
	}
	umask(old);
	return fd;
}

int secret_store(const char *path, const void *data, size_t n)
{
	int fd = secret_create(path);
	int rc;

	if (fd < 0)
		return -1;
	rc = write(fd, data, n) == (ssize_t)n ? 0 : -1;
	close(fd);
	return rc;
}

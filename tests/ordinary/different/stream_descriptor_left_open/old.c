#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#define MAGIC "IMG1"

/* Returns the version byte of an image file, or -1. */
int image_version(const char *path)
{
	char head[5];
	ssize_t n;
	int fd = open(path, O_RDONLY);

	if (fd < 0)
		return -1;
	n = read(fd, head, sizeof head);
	if (n != (ssize_t)sizeof head || memcmp(head, MAGIC, 4) != 0) {
		close(fd);
		return -1;
	}
	close(fd);
	return (unsigned char)head[4];
}

#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>

/* First byte of a file inside a folder, or -1. */
int first_byte_in(const char *folder, const char *name)
{
	int back = open(".", O_RDONLY | O_DIRECTORY);
	int c = -1;
	FILE *f;

	if (back < 0)
		return -1;
	if (chdir(folder) != 0) {
		close(back);
		return -1;
	}
	f = fopen(name, "r");
	if (f == NULL) {
		close(back);
		return -1;
	}
	c = getc(f);
	fclose(f);
	if (fchdir(back) != 0)
		c = -1;
	close(back);
	return c;
}

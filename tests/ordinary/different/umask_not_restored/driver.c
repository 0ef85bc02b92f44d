#include <stddef.h>
#include <stdio.h>
#include <sys/stat.h>
int secret_store(const char *path, const void *data, size_t n);
int main(void)
{
	umask(022);
	printf("%d\n", secret_store("key", "abc", 3));
	printf("%d\n", secret_store("key", "abc", 3));
	printf("%03o\n", (unsigned)umask(0));
	return 0;
}

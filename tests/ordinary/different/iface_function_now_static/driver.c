#include <stddef.h>
#include <stdio.h>
size_t path_base(const char *path);
int path_has_suffix(const char *path, const char *suffix);
int main(void)
{
	printf("%zu %d\n", path_base("a/b.c"), path_has_suffix("a/b.c", ".c"));
	return 0;
}

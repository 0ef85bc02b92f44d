#include <stddef.h>
#include <string.h>

static size_t path_base(const char *path)
{
	const char *slash = strrchr(path, '/');

	return slash ? (size_t)(slash - path) + 1 : 0;
}

int path_has_suffix(const char *path, const char *suffix)
{
	const char *base = path + path_base(path);
	size_t n = strlen(base);
	size_t m = strlen(suffix);

	return n >= m && strcmp(base + n - m, suffix) == 0;
}

#include <errno.h>
#include <limits.h>
#include <stdlib.h>

/* Parse a percentage; on failure returns -1 and sets errno. */
int parse_percent(const char *s)
{
	char *end;
	long v = strtol(s, &end, 10);

	if (end == s || *end != '\0') {
		errno = EINVAL;
		return -1;
	}
	if (v < 0 || v > 100) {
		errno = ERANGE;
		return -1;
	}
	return (int)v;
}

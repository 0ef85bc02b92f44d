#include <stddef.h>

/*
 * Position of the first separator in s that is not inside double quotes.
 */
const char *find_separator(const char *s, char sep)
{
	int quoted = 0;

	for (; *s != '\0'; s++) {
		if (*s == '"')
			quoted = !quoted;
		else if (*s == sep && !quoted)
			return s;
	}
	return NULL;
}

#include <ctype.h>
#include <string.h>

/* Remove blanks at the end, in place. Returns the new length. */
size_t trim_end(char *s)
{
	size_t n = strlen(s);

	while (n > 1 && isspace((unsigned char)s[n - 1]))
		n--;
	s[n] = '\0';
	return n;
}

const char *skip_blanks(const char *s)
{
	while (isspace((unsigned char)*s))
		s++;
	return s;
}

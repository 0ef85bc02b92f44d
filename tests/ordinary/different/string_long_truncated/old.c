#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define KEY_MAX 32

static void fold(char *out, size_t size, const char *s)
{
	size_t i;

	for (i = 0; i + 1 < size && s[i] != '\0'; i++)
		out[i] = (char)tolower((unsigned char)s[i]);
	out[i] = '\0';
}

/* Header names are compared without regard to case. */
int header_equal(const char *a, const char *b)
{
	char x[KEY_MAX], y[KEY_MAX];

	fold(x, sizeof x, a);
	fold(y, sizeof y, b);
	return strcmp(x, y) == 0;
}

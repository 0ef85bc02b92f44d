#include <ctype.h>
#include <stddef.h>

/* A name has letters, digits and '_' and does not start with a digit. */
int is_name(const char *s)
{
	if (!isalpha((unsigned char)*s) && *s != '_')
		return 0;
	for (; *s != '\0'; s++)
		if (!isalnum((unsigned char)*s) && *s != '_')
			return 0;
	return 1;
}

int is_option(const char *s)
{
	return s[0] == '-' && is_name(s + 1);
}

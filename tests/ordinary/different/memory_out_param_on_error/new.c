#include <ctype.h>
#include <stddef.h>

/*
 * Parse a decimal number of at most 5 digits. Returns 0 and stores the value,
 * or -1 if the text is no such number.
 */
int parse_port(const char *s, unsigned *out)
{
	unsigned value = 0;
	size_t digits = 0;

	if (s == NULL)
		return -1;
	while (isdigit((unsigned char)*s)) {
		if (++digits > 5)
			return -1;
		value = value * 10 + (unsigned)(*s - '0');
		s++;
	}
	*out = value;
	if (*s != '\0' || digits == 0 || value > 65535)
		return -1;
	return 0;
}

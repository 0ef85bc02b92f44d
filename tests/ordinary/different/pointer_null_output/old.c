#include <stddef.h>

/*
 * Position of a line in text, counted from 0, and its length. Either result
 * pointer belongs to the caller.
 */
int line_find(const char *text, size_t line, size_t *start, size_t *len)
{
	size_t i = 0, j;

	while (line > 0 && text[i] != '\0')
		if (text[i++] == '\n')
			line--;
	if (line > 0)
		return -1;
	for (j = i; text[j] != '\0' && text[j] != '\n'; j++)
		;
	if (start != NULL)
		*start = i;
	if (len != NULL)
		*len = j - i;
	return 0;
}

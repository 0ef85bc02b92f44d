#include <ctype.h>
#include <stdio.h>

/* Read an unsigned decimal number; returns -1 if there is none. */
long read_number(FILE *in)
{
	long value = 0;
	int digits = 0;
	int c;

	while ((c = getc(in)) != EOF && isspace(c))
		;
	while (c != EOF && isdigit(c)) {
		value = value * 10 + (c - '0');
		digits++;
		c = getc(in);
	}
	if (c != EOF && !digits)
		ungetc(c, in);
	return digits ? value : -1;
}

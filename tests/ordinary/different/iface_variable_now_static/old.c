#include <stdarg.h>
#include <stdio.h>

int trace_level = 1;

static unsigned lines;

void trace(int level, const char *format, ...)
{
	va_list ap;

	if (level > trace_level)
		return;
	va_start(ap, format);
	vprintf(format, ap);
	va_end(ap);
	putchar('\n');
	lines++;
}

unsigned trace_lines(void)
{
	return lines;
}

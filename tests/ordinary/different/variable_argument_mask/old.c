#include <stdarg.h>

int control(int command, ...)
{
	va_list arguments;
	int value = 0;

	va_start(arguments, command);
	if (command == 1)
		value = va_arg(arguments, int) & 1;
	va_end(arguments);
	return value;
}

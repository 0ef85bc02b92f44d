#include <stddef.h>

struct limits {
	unsigned max_open;
	unsigned max_line;
};

struct limits limits = {
	.max_open = 128,
	.max_line = 4096,
};

int limits_check_line(size_t n)
{
	return n <= limits.max_line;
}

int limits_check_open(unsigned n)
{
	return n < limits.max_open;
}

#include <stddef.h>
#include <stdio.h>

struct entry {
	struct entry *next;
	unsigned value;
};

static size_t width(unsigned value)
{
	char text[64];

	return (size_t)snprintf(text, sizeof text, "%u", value);
}

/* Characters needed to print all values. */
size_t list_width(const struct entry *e)
{
	size_t total = 0;

	for (; e != NULL; e = e->next)
		total += width(e->value) + 1;
	return total;
}

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
	if (e == NULL)
		return 0;
	return width(e->value) + 1 + list_width(e->next);
}

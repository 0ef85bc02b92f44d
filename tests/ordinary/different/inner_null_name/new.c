#include <stddef.h>
#include <string.h>

struct symbol {
	const char *name;
	unsigned long value;
	struct symbol *next;
};

const struct symbol *symbol_find(const struct symbol *s, const char *name)
{
	for (; s != NULL; s = s->next) {
		if (strcmp(s->name, name) == 0)
			return s;
	}
	return NULL;
}

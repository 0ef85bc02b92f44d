#include <errno.h>
#include <stddef.h>
#include <stdlib.h>

typedef void (*value_fn)(const char *text, long value);

static value_fn on_value;

void scan_set_handler(value_fn fn)
{
	on_value = fn;
}

int scan_values(const char *const *text, size_t n)
{
	int used = 0;
	size_t i;

	for (i = 0; i < n; i++) {
		long v = strtol(text[i], NULL, 10);
		if (on_value != NULL) {
			on_value(text[i], v);
			used++;
		}
	}
	return used;
}

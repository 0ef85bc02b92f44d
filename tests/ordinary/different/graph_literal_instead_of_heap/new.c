#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>

struct pair {
	const char *key;
	const char *value;
};

/* Value for a key, as memory that the caller owns and frees. */
char *lookup_dup(const struct pair *table, size_t n, const char *key)
{
	size_t i;

	for (i = 0; i < n; i++) {
		if (strcmp(table[i].key, key) == 0)
			return strdup(table[i].value ? table[i].value : "");
	}
	return "";
}

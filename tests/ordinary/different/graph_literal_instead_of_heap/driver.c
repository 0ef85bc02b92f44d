#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
struct pair { const char *key, *value; };
char *lookup_dup(const struct pair *table, size_t n, const char *key);
int main(void)
{
	struct pair t[] = { { "host", "local" } };
	char *s = lookup_dup(t, 1, "port");
	printf("[%s]\n", s);
	fflush(stdout);
	free(s);
	return 0;
}

#include <stdio.h>
struct symbol { const char *name; unsigned long value; struct symbol *next; };
const struct symbol *symbol_find(const struct symbol *s, const char *name);
int main(void)
{
	struct symbol b = { "main", 64, 0 }, a = { 0, 0, &b };
	printf("%lu\n", symbol_find(&a, "main")->value);
	return 0;
}

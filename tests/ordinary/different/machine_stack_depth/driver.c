#include <stddef.h>
#include <stdio.h>
struct entry { struct entry *next; unsigned value; };
size_t list_width(const struct entry *e);
static struct entry pool[400000];
int main(void)
{
	size_t n = sizeof pool / sizeof pool[0];
	for (size_t i = 0; i + 1 < n; i++)
		pool[i].next = &pool[i + 1];
	printf("%zu\n", list_width(pool));
	return 0;
}

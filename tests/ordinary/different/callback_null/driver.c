#include <stddef.h>
#include <stdio.h>
struct parser { void (*on_field)(void *, const char *, size_t); void *arg; unsigned fields; };
unsigned parse_line(struct parser *p, const char *s);
int main(void)
{
	struct parser p = { 0, 0, 0 };
	printf("%u\n", parse_line(&p, "a;b;c"));
	return 0;
}

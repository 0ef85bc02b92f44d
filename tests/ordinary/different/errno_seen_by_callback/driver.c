#include <errno.h>
#include <stdio.h>
#include <stddef.h>
void scan_set_handler(void (*fn)(const char *, long));
int scan_values(const char *const *text, size_t n);
static void show(const char *t, long v) { int e = errno; printf("%s %ld %s\n", t, v, e ? "failed" : "fine"); }
int main(void)
{
	const char *t[] = { "99999999999999999999", "7" };
	scan_set_handler(show);
	printf("%d\n", scan_values(t, 2));
	return 0;
}

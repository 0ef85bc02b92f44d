#include <stdio.h>
struct module { struct module *left, *right; unsigned size, seen; };
unsigned module_total(struct module *root);
int main(void)
{
	struct module libc = { 0, 0, 100, 0 };
	struct module a = { &libc, 0, 1, 0 }, b = { &libc, 0, 2, 0 };
	struct module top = { &a, &b, 0, 0 };
	printf("%u\n", module_total(&top));
	return 0;
}

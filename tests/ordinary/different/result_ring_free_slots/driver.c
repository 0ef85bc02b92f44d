#include <stdio.h>
#include <stddef.h>
struct ring { unsigned char data[16]; unsigned head, tail; };
size_t ring_free(const struct ring *r);
int main(void)
{
	struct ring r = { { 0 }, 3, 9 };
	printf("%zu\n", ring_free(&r));
	return 0;
}

#include <setjmp.h>
#include <stddef.h>
#include <stdio.h>
unsigned batch_handled(void);
int batch_run(const int *items, size_t n, void (*fn)(int));
static jmp_buf out;
static void stop_at_two(int item) { if (item == 2) longjmp(out, 1); }
int main(void)
{
	int v[] = { 1, 2, 3 };
	if (setjmp(out) == 0)
		batch_run(v, 3, stop_at_two);
	printf("%u\n", batch_handled());
	return 0;
}

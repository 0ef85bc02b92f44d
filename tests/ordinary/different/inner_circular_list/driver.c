#include <stdio.h>
struct task { struct task *next; int priority; };
int task_top(const struct task *first);
int main(void)
{
	struct task b = { 0, 7 }, a = { &b, 3 };
	printf("%d\n", task_top(&a));
	fflush(stdout);
	b.next = &a;
	printf("%d\n", task_top(&a));
	return 0;
}

#include <stdio.h>
struct link { int state; unsigned changes; void (*notify)(struct link *, void *); void *arg; };
void link_set_state(struct link *l, int state);
static void show(struct link *l, void *arg) { printf("%s %d %u\n", (char *)arg, l->state, l->changes); }
int main(void)
{
	struct link l = { 0, 0, show, "eth0" };
	link_set_state(&l, 2);
	printf("%d %u\n", l.state, l.changes);
	return 0;
}

#include <stdio.h>
struct hook { struct hook *next; void (*fn)(struct hook *self); };
void hook_add(struct hook *h);
void hook_remove(struct hook *h);
void hooks_run(void);
static void once(struct hook *h) { puts("once"); hook_remove(h); }
static void always(struct hook *h) { (void)h; puts("always"); }
int main(void)
{
	struct hook a = { 0, always }, b = { 0, once };
	hook_add(&a);
	hook_add(&b);
	hooks_run();
	return 0;
}

#include <stddef.h>

struct hook {
	struct hook *next;
	void (*fn)(struct hook *self);
};

static struct hook *hooks;

void hook_add(struct hook *h)
{
	h->next = hooks;
	hooks = h;
}

void hook_remove(struct hook *h)
{
	struct hook **p;

	for (p = &hooks; *p != NULL; p = &(*p)->next) {
		if (*p == h) {
			*p = h->next;
			h->next = NULL;
			return;
		}
	}
}

void hooks_run(void)
{
	struct hook *h, *next;

	for (h = hooks; h != NULL; h = next) {
		next = h->next;
		h->fn(h);
	}
}

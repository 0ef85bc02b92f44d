#include <stddef.h>

enum link_state { LINK_DOWN, LINK_TRAINING, LINK_UP };

struct link {
	enum link_state state;
	unsigned changes;
	void (*notify)(struct link *l, void *arg);
	void *arg;
};

void link_set_state(struct link *l, enum link_state state)
{
	if (l->state == state)
		return;
	if (l->notify != NULL)
		l->notify(l, l->arg);
	l->state = state;
	l->changes++;
}

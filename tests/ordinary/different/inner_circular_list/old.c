#include <stddef.h>

struct task {
	struct task *next;
	int priority;
};

/* Highest priority among the tasks that are linked to first. */
int task_top(const struct task *first)
{
	const struct task *t = first;
	int top = -1;

	while (t != NULL) {
		if (t->priority > top)
			top = t->priority;
		t = t->next;
		if (t == first)
			break;
	}
	return top;
}

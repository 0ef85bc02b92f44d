#include <stddef.h>

struct node {
	struct node *next;
	struct node *prev;
	int key;
};

struct list {
	struct node *first;
	struct node *last;
};

void list_append(struct list *l, struct node *n)
{
	n->next = NULL;
	n->prev = l->last;
	if (l->last)
		l->last->next = n;
	else
		l->first = n;
	l->last = n;
}

void list_remove(struct list *l, struct node *n)
{
	if (n->prev)
		n->prev->next = n->next;
	else
		l->first = n->next;
	if (n->next)
		n->next->prev = n->prev;
	else
		l->last = n->prev;
	n->next = n->prev = NULL;
}

#include <stdio.h>
struct node { struct node *next, *prev; int key; };
struct list { struct node *first, *last; };
void list_append(struct list *l, struct node *n);
void list_remove(struct list *l, struct node *n);
int main(void)
{
	struct list l = { 0, 0 };
	struct node a = { 0, 0, 1 }, b = { 0, 0, 2 };
	list_append(&l, &a);
	list_append(&l, &b);
	list_remove(&l, &a);
	printf("%s\n", a.next == &b ? "linked" : "isolated");
	return 0;
}

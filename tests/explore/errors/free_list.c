/* explore: --function build
 * error: use-after-free
 * run: build(2); */
#include <stdlib.h>

struct node {
    struct node *next;
    int value;
};

int build(int n)
{
    struct node *list = NULL;
    int freed = 0;
    for (int i = 0; i < n && i < 3; i++) {
        struct node *fresh = malloc(sizeof *fresh);
        if (!fresh)
            break;
        fresh->value = i;
        fresh->next = list;
        list = fresh;
    }
    for (struct node *p = list; p; p = p->next) {
        free(p);
        freed++;
    }
    return freed;
}

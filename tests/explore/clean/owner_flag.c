/* explore: --function cleanup
 * run: cleanup(1);
 * run: cleanup(0); */
#include <stdlib.h>

struct buffer {
    char *data;
    int owned;
};

static void release(struct buffer *b)
{
    if (b->owned)
        free(b->data);
    b->owned = 0;
}

int cleanup(int copy)
{
    struct buffer a = {malloc(4), 1};
    struct buffer b = {a.data, 0};
    release(&a);
    release(&b);
    return copy;
}

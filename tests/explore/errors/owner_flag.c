/* explore: --function cleanup
 * error: double-free
 * run: cleanup(1); */
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
    struct buffer b = {a.data, copy > 0};
    release(&a);
    release(&b);
    return copy;
}

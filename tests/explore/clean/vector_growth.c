/* explore: --function append
 * run: append(0);
 * run: append(2);
 * run: append(3); */
#include <stdlib.h>

struct vector {
    int *item;
    size_t size, capacity;
};

static int grow(struct vector *v)
{
    int *more = realloc(v->item, 2 * v->capacity * sizeof *more);
    if (!more)
        return 0;
    v->item = more;
    v->capacity *= 2;
    return 1;
}

int append(unsigned n)
{
    struct vector v = {malloc(2 * sizeof(int)), 0, 2};
    if (!v.item)
        return -1;
    for (unsigned i = 0; i < n && i < 3; i++) {
        if (v.size == v.capacity && !grow(&v))
            break;
        v.item[v.size++] = (int)i;
    }
    int last = v.size ? v.item[v.size - 1] : 0;
    free(v.item);
    return last;
}

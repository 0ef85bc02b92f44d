#include <stddef.h>
#include <stdint.h>

struct point { uint32_t v[2]; };

void point_shift(struct point *p, uint32_t dx, uint32_t dy)
{
    if (p == NULL)
        return;
    p->v[0] += dx;
    p->v[1] += dy;
}

void point_swap(struct point *p)
{
    uint32_t t;

    if (p == NULL)
        return;
    t = p->v[0];
    p->v[0] = p->v[1];
    p->v[1] = t;
}

int point_equal(const struct point *a, const struct point *b)
{
    return a && b && a->v[0] == b->v[0] && a->v[1] == b->v[1];
}

#include <stddef.h>
#include <stdint.h>

struct point { uint32_t x, y; };

void point_shift(struct point *p, uint32_t dx, uint32_t dy)
{
    if (!p)
        return;
    p->x += dx;
    p->y += dy;
}

void point_swap(struct point *p)
{
    uint32_t t;

    if (!p)
        return;
    t = p->x;
    p->x = p->y;
    p->y = t;
}

int point_equal(const struct point *a, const struct point *b)
{
    return a && b && a->x == b->x && a->y == b->y;
}

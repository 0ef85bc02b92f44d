/* Points on a grid. */
struct point { int x, y; };

int manhattan(const struct point *p)
{
    int ax = p->x < 0 ? -p->x : p->x;
    int ay = p->y < 0 ? -p->y : p->y;

    return ax + ay;
}

void shift(struct point *p, int dx, int dy)
{
    p->x += dx;
    p->y += dy;
}

/* Points on a grid. */
struct point { int v[2]; };

static int magnitude(int a)
{
    return a >= 0 ? a : 0 - a;
}

int manhattan(const struct point *p)
{
    return magnitude(p->v[0]) + magnitude(p->v[1]);
}

void shift(struct point *p, int dx, int dy)
{
    p->v[0] += dx;
    p->v[1] += dy;
}

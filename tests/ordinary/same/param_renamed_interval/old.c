#include <stdbool.h>

struct range { int a, b; };

bool range_contains(struct range r, int v)
{
    return r.a <= v && v < r.b;
}

bool range_overlaps(struct range l, struct range r)
{
    return l.a < r.b && r.a < l.b;
}

struct range range_join(struct range l, struct range r)
{
    if (r.a < l.a)
        l.a = r.a;
    if (r.b > l.b)
        l.b = r.b;
    return l;
}

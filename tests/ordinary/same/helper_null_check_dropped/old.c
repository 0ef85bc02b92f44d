#include <stddef.h>

struct item {
    struct item *next;
    unsigned weight;
};

static unsigned heavier(const struct item *a, const struct item *b)
{
    if (!a)
        return b ? b->weight : 0;
    if (!b)
        return a->weight;
    return a->weight > b->weight ? a->weight : b->weight;
}

unsigned heavier_of(const struct item *a, const struct item *b)
{
    if (a == NULL || b == NULL)
        return 0;
    return heavier(a, b);
}

unsigned pair_peak(const struct item *a)
{
    if (a == NULL || a->next == NULL)
        return 0;
    return heavier(a, a->next);
}

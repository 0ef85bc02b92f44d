#include <stddef.h>
#include <stdlib.h>

static int compare(const void *left, const void *right)
{
    const int *l = left, *r = right;

    return (*l > *r) - (*l < *r);
}

static void swap(int *p, int *q)
{
    const int old_p = *p, old_q = *q;

    *p = old_q;
    *q = old_p;
}

int median(int *v, size_t n)
{
    if (!v || n == 0)
        return 0;
    qsort(v, n, sizeof *v, compare);
    return v[(n - 1) / 2];
}

void order(int *a, int *b)
{
    if (a && b && compare(a, b) > 0)
        swap(a, b);
}

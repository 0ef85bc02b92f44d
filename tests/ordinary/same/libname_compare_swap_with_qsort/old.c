#include <stddef.h>
#include <stdlib.h>

static int compare(const void *a, const void *b)
{
    int x = *(const int *)a;
    int y = *(const int *)b;

    if (x < y)
        return -1;
    if (x > y)
        return 1;
    return 0;
}

static void swap(int *a, int *b)
{
    int t = *a;
    *a = *b;
    *b = t;
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

/* explore: --function triangle
 * run: triangle(1);
 * run: triangle(5);
 * run: triangle(0);
 * run: triangle(6); */
#include <stdlib.h>

int triangle(int n)
{
    if (n < 1 || n > 5)
        return 0;
    int *row = malloc((size_t)n * sizeof *row);
    if (!row)
        return -1;
    row[0] = 1;
    for (int i = 1; i < n; i++)
        row[i] = row[i - 1] + i;
    int last = row[n - 1];
    free(row);
    return last;
}

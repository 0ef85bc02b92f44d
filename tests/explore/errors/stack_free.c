/* explore: --function answer
 * error: invalid-free
 * run: answer(4); */
#include <stdlib.h>

int answer(int n)
{
    int local[2] = {n, 1};
    int *p = n > 3 ? local : malloc(sizeof local);
    if (!p)
        return -1;
    p[0] = 5;
    if (n > 2)
        free(p);
    else if (n <= 2)
        free(p);
    return 0;
}

/* explore: --function answer
 * run: answer(4);
 * run: answer(0); */
#include <stdlib.h>

int answer(int n)
{
    int local[2] = {n, 1};
    int *p = n > 3 ? local : malloc(sizeof local);
    if (!p)
        return -1;
    p[0] = 5;
    if (p != local)
        free(p);

    return 0;
}

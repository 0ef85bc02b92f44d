/* explore: --function overlaps
 * run: overlaps(0);
 * run: overlaps(1); */
#include <stdlib.h>

int overlaps(int same)
{
    char *a = malloc(8), *b = malloc(8);
    int result = 0;
    if (a && b) {
        char *other = same ? a + 2 : a + 4;
        result = a < other && other < a + 4;
    }
    free(a);
    free(b);
    return result;
}

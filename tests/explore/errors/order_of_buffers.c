/* explore: --function overlaps
 * error: unrelated-pointers
 * natively: pointer pairs
 * run: overlaps(0); */
#include <stdlib.h>

int overlaps(int same)
{
    char *a = malloc(8), *b = malloc(8);
    int result = 0;
    if (a && b) {
        char *other = same ? a + 2 : b;
        result = a < other && other < a + 4;
    }
    free(a);
    free(b);
    return result;
}

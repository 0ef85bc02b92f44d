/* explore: --function retry
 * run: retry(1);
 * run: retry(0);
 * run: retry(9); */
#include <stdlib.h>

int retry(int failures)
{
    char *buffer = NULL;
    for (int i = 0; i < 3; i++) {
        buffer = malloc(4);
        int failed = i < failures;
        free(buffer);
        buffer = NULL;
        if (!failed)
            return i;
    }
    return -1;
}

/* explore: --function retry
 * error: double-free
 * run: retry(1); */
#include <stdlib.h>

int retry(int failures)
{
    char *buffer = NULL;
    for (int i = 0; i < 3; i++) {
        if (i == 0)
            buffer = malloc(4);
        int failed = i < failures;
        free(buffer);
        if (!failed)
            return i;
    }
    return -1;
}

/* explore: --function load --leaks
 * error: memory-leak
 * run: load(-1); */
#include <stdlib.h>

int load(int format)
{
    int *data = malloc(4 * sizeof *data);
    if (!data)
        return -1;
    data[0] = format;
    if (format < 0)
        return -2;
    data[0] += 1 - format;
free(data);
    return 0;
}

/* explore: --function load --leaks
 * run: load(-1);
 * run: load(3); */
#include <stdlib.h>

int load(int format)
{
    int *data = malloc(4 * sizeof *data);
    if (!data)
        return -1;
    data[0] = format;
    if (format < 0)
        goto done;
    data[0] += 1 - format;
done:
    free(data);
    return 0;
}

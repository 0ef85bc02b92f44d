/* explore: --function close_both
 * run: close_both(0);
 * run: close_both(1); */
#include <stdlib.h>

struct channel {
    char *input, *output;
};

int close_both(int shared)
{
    struct channel c;
    c.input = malloc(8);
    c.output = shared ? c.input : malloc(8);
    free(c.input);
    if (c.output != c.input)
        free(c.output);
    return shared;
}

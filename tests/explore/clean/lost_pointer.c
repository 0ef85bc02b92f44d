/* explore: --function nested --leaks
 * run: nested(0);
 * run: nested(1); */
#include <stdlib.h>

struct outer {
    char *name;
};

int nested(int n)
{
    struct outer *o = malloc(sizeof *o);
    if (!o)
        return -1;
    o->name = n > 0 ? malloc(4) : NULL;
    free(o->name);
    free(o);
    return 0;
}

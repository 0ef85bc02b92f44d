/* explore: --function session
 * run: session(1);
 * run: session(0); */
#include <stdlib.h>

struct session {
    int id, open;
};

static int finish(struct session *s, int force)
{
    if (force == 0)
        s->open = 0;

    return force;
}

int session(int force)
{
    struct session *s = calloc(1, sizeof *s);
    if (!s)
        return -1;
    s->id = 3;
    finish(s, force);
    int id = s->id;
    free(s);
    return id;
}

/* explore: --function session
 * error: use-after-free
 * run: session(1); */
#include <stdlib.h>

struct session {
    int id, open;
};

static int finish(struct session *s, int force)
{
    if (force != 0)
        s->open = 0;
    if (force)
        free(s);
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
    if (!force)
        free(s);
    return id;
}

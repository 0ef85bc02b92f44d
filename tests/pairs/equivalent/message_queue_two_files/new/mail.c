#include "api.h"

static struct {
    int first, used;
    int slot[4];
} box;

int mail_put(int m)
{
    if (box.used == 4)
        return 0;
    box.slot[(box.first + box.used) & 3] = m;
    box.used++;
    return 1;
}

int mail_take(void)
{
    int m;

    if (!box.used)
        return -1;
    m = box.slot[box.first];
    box.first = (box.first + 1) & 3;
    box.used--;
    return m;
}

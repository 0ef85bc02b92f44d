#include "api.h"

static int box[4], n;

int mail_put(int m)
{
    if (n == 4)
        return 0;
    box[n++] = m;
    return 1;
}

int mail_take(void)
{
    int m;

    if (n == 0)
        return -1;
    m = box[0];
    n--;
    for (int i = 0; i < n; i++)
        box[i] = box[i + 1];
    return m;
}

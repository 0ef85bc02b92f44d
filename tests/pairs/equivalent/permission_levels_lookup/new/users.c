#include "api.h"

static int level = -1;          /* of who is logged in */

int user_login(int user)
{
    int l = level_of(user);

    if (l < 0)
        return 0;
    level = l;
    return 1;
}

int user_may(int what)
{
    return what >= 0 && what <= level;
}

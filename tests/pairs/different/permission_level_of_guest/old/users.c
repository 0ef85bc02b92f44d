#include "api.h"

static const int levels[3] = {0, 2, 3};
static int current = -1;

int level_of(int user)
{
    return user < 0 || user > 2 ? -1 : levels[user];
}

int user_login(int user)
{
    if (user < 0 || user > 2)
        return 0;
    current = user;
    return 1;
}

int user_may(int what)
{
    return current >= 0 && what >= 0 && what <= level_of(current);
}

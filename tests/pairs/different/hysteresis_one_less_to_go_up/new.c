/* Health of a link: ten good frames make it up, a count of zero down. */
#include <stdbool.h>

static unsigned badness = 10;
static bool down = true;

int link_frame(int good)
{
    if (good)
        badness -= badness != 0;
    else
        badness += badness != 10;
    if (badness <= 1 || badness == 10)
        down = badness == 10;
    return !down;
}

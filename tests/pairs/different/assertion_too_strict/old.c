/* Sets the speed of a fan. */
#include <assert.h>

int speed;

int set_speed(int wanted)
{
    int change;

    assert(wanted >= 0 && wanted <= 3000);
    change = wanted != speed;
    speed = wanted;
    return change;
}

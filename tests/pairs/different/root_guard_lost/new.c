/* Time of a fall from a height. */
#include <math.h>

double fall_time(double height)
{
    return sqrt((height + height) / 9.81);
}

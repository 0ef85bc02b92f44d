/* Time of a fall from a height. */
#include <math.h>

double fall_time(double height)
{
    if (height < 0.0)
        height = 0.0;
    return sqrt(2.0 * height / 9.81);
}

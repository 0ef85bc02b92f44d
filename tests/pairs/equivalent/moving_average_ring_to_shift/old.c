/* Mean of the last four samples. */
#include <stdint.h>

static int16_t window[4];
static unsigned at;
static int32_t sum;

void filter_reset(void)
{
    window[0] = window[1] = window[2] = window[3] = 0;
    at = 0;
    sum = 0;
}

int16_t filter(int16_t sample)
{
    sum -= window[at];
    window[at] = sample;
    sum += sample;
    at = (at + 1) % 4;
    return (int16_t)(sum / 4);
}

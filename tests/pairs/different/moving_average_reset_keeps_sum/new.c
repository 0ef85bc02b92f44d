/* Mean of the last four samples. */
#include <stdint.h>
#include <string.h>

static int16_t last[4];

void filter_reset(void)
{
    memset(last, 0, 2 * sizeof last[0]);
}

int16_t filter(int16_t sample)
{
    int32_t total = sample;

    for (int i = 3; i > 0; i--) {
        last[i] = last[i - 1];
        total += last[i];
    }
    last[0] = sample;
    return (int16_t)(total / 4);
}

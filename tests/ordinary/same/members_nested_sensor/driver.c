#include <limits.h>
#include <stdio.h>

int sensor_convert(unsigned short raw);
int sensor_calibrate(int offset, int scale);
unsigned sensor_alarms(void);

static unsigned long long rng_state = 88172645463325252ULL;

static unsigned rng(void)
{
    rng_state ^= rng_state << 13;
    rng_state ^= rng_state >> 7;
    rng_state ^= rng_state << 17;
    return (unsigned)(rng_state >> 16);
}

int main(void)
{
    printf("%d %d\n", sensor_calibrate(INT_MIN, 1), sensor_calibrate(0, INT_MAX));
    for (int i = 0; i < 800; i++) {
        if (rng() % 12 == 0) {
            int offset = (int)(rng() % 2400) - 1200, scale = (int)(rng() % 110) - 2;
            printf("c%d ", sensor_calibrate(offset, scale));
        }
        printf("%d ", sensor_convert((unsigned short)(rng() % (i % 9 ? 300 : 65536))));
        printf("%u\n", sensor_alarms());
    }
    return 0;
}

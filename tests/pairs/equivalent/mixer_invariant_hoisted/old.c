/* Applies gain and volume to one block of samples. */
#include <stdint.h>

#define BLOCK 8
int32_t input[BLOCK];
int32_t output[BLOCK];

void mix(uint32_t gain, uint32_t volume)
{
    int i;

    for (i = 0; i < BLOCK; i++) {
        uint32_t factor = gain * volume + 1u;
        output[i] = (int32_t)((uint32_t)input[i] * factor);
    }
}

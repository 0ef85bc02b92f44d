/* Applies gain and volume to one block of samples. */
#include <stdint.h>

#define BLOCK 8
int32_t input[BLOCK];
int32_t output[BLOCK];

void mix(uint32_t gain, uint32_t volume)
{
    const uint32_t factor = 1u + volume * gain;
    int i;

    for (i = 0; i != BLOCK; ++i)
        output[i] = (int32_t)(factor * (uint32_t)input[i]);
}

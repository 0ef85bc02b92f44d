#include <stddef.h>
#include <stdint.h>

void scale_samples(uint16_t *out, const uint16_t *in, size_t n, unsigned gain)
{
    size_t i;

    if (!out || !in)
        return;
    for (i = 0; i < n; i++) {
        uint64_t v = (uint64_t)in[i] * gain >> 8;
        out[i] = v > 65535 ? 65535 : (uint16_t)v;
    }
}

size_t count_clipped(const uint16_t *in, size_t n)
{
    size_t clipped = 0;

    if (!in)
        return 0;
    for (size_t i = 0; i < n; i++)
        if (in[i] == 65535)
            clipped++;
    return clipped;
}

#include <stddef.h>
#include <stdint.h>

void scale_samples(uint16_t *out, const uint16_t *in, size_t n, unsigned gain)
{
    if (!out || !in)
        return;
    while (n-- > 0) {
        uint64_t v = (uint64_t)*in++ * gain >> 8;
        *out++ = v > 65535 ? 65535 : (uint16_t)v;
    }
}

size_t count_clipped(const uint16_t *in, size_t n)
{
    const uint16_t *p, *end;
    size_t clipped = 0;

    if (!in)
        return 0;
    for (p = in, end = in + n; p != end; p++)
        clipped += *p == 65535;
    return clipped;
}

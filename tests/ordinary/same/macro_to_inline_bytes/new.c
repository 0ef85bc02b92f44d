#include <stddef.h>
#include <stdint.h>

enum { HEADER = 4 };

static inline uint16_t get16(const uint8_t *p)
{
    return (uint16_t)(p[0] + 256 * p[1]);
}

static inline uint8_t *put16(uint8_t *p, uint16_t v)
{
    *p++ = v & 0xFF;
    *p++ = v >> 8;
    return p;
}

/* Layout: type, length, value... ; returns the size of the record or 0. */
size_t record_write(uint8_t *buf, size_t size, uint16_t type, uint16_t length)
{
    if (!buf || size < HEADER || size - HEADER < length)
        return 0;
    put16(put16(buf, type), length);
    return HEADER + (size_t)length;
}

size_t record_size(const uint8_t *buf, size_t size)
{
    uint16_t length;

    if (!buf || size < HEADER)
        return 0;
    length = get16(buf + 2);
    return size - HEADER < length ? 0 : HEADER + (size_t)length;
}

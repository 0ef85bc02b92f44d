#include <stddef.h>
#include <stdint.h>

#define GET16(p) ((uint16_t)((p)[0] | (p)[1] << 8))
#define PUT16(p, v) do { (p)[0] = (uint8_t)(v); (p)[1] = (uint8_t)((v) >> 8); } while (0)
#define HEADER 4

/* Layout: type, length, value... ; returns the size of the record or 0. */
size_t record_write(uint8_t *buf, size_t size, uint16_t type, uint16_t length)
{
    if (!buf || size < HEADER || size - HEADER < length)
        return 0;
    PUT16(buf, type);
    PUT16(buf + 2, length);
    return HEADER + (size_t)length;
}

size_t record_size(const uint8_t *buf, size_t size)
{
    uint16_t length;

    if (!buf || size < HEADER)
        return 0;
    length = GET16(buf + 2);
    return size - HEADER < length ? 0 : HEADER + (size_t)length;
}

#include <stddef.h>
#include <stdint.h>

static char *put_byte(char *p, uint8_t byte)
{
    static const char digits[] = "0123456789abcdef";

    *p++ = digits[byte >> 4];
    *p++ = digits[byte & 0x0F];
    return p;
}

size_t hex_dump(char *out, size_t size, const uint8_t *in, size_t n)
{
    char *p = out;
    size_t i = 0;

    if (!out || size == 0)
        return 0;
    while (in && i < n && size - (size_t)(p - out) > 3) {
        uint8_t byte = in[i];
        if (i++ > 0)
            *p++ = ':';
        p = put_byte(p, byte);
    }
    *p = '\0';
    return (size_t)(p - out);
}

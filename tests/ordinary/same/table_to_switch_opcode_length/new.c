#include <stddef.h>
#include <stdint.h>

static unsigned op_length(uint8_t op)
{
    switch (op & 0xF0u) {
    case 0x10: case 0x20: case 0x60:
        return 2;
    case 0x30: case 0x90:
        return 3;
    case 0xC0:
        return 5;
    case 0x70: case 0x80: case 0xD0: case 0xE0:
        return 0;
    default:
        return 1;
    }
}

/* Counts whole instructions; -1 for an invalid or cut one. */
int count_instructions(const uint8_t *code, size_t size)
{
    int n = 0;

    if (!code)
        return -1;
    while (size > 0) {
        unsigned len = op_length(*code);
        if (len == 0 || len > size || n == 10000)
            return -1;
        code += len;
        size -= len;
        n++;
    }
    return n;
}

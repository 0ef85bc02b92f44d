#include <stddef.h>
#include <stdint.h>

static const uint8_t length_of[16] = { 1, 2, 2, 3, 1, 1, 2, 0, 0, 3, 1, 1, 5, 0, 0, 1 };

static unsigned op_length(uint8_t op)
{
    return length_of[op >> 4];
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

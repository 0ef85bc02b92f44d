/* explore: --function word_at
 * error: misaligned
 * run: word_at(1); */
#include <stdint.h>
#include <string.h>

static uint32_t storage[4] = {1, 2, 3, 4};

uint32_t word_at(unsigned offset)
{
    const unsigned char *bytes = (const unsigned char *)storage;
    if (offset > 12)
        return 0;
    return *(const uint32_t *)(bytes + offset);
}

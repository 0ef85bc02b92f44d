/* explore: --function word_at
 * run: word_at(1);
 * run: word_at(12);
 * run: word_at(13); */
#include <stdint.h>
#include <string.h>

static uint32_t storage[4] = {1, 2, 3, 4};

uint32_t word_at(unsigned offset)
{
    const unsigned char *bytes = (const unsigned char *)storage;
    if (offset > 12)
        return 0;
    uint32_t word;
    memcpy(&word, bytes + offset, sizeof word);
    return word;
}

/* Length field of a received header, by overlaying a struct. */
#include <stdint.h>
#include <string.h>

struct header {
    uint8_t version;
    uint8_t flags;
    uint16_t length;
};

uint16_t header_length(const uint8_t raw[8])
{
    struct header h;

    memcpy(&h, raw, sizeof h);
    if (h.version != 1)
        return 0;
    return h.length;
}

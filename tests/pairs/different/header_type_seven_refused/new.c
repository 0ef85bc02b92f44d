/* Size of a message on the wire, from its header. */
#include <stdint.h>

struct header {
    uint16_t type;
    uint16_t size;
};

struct message {
    struct header h;
};

int message_size(const struct message *m)
{
    const struct header *h = &m->h;
    int base = (int)sizeof *h;

    switch (h->type) {
    case 0:
        return base;
    case 1: case 2: case 3: case 4: case 5: case 6:
        return base + h->size;
    default:
        return -1;
    }
}

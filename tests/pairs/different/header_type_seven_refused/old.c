/* Size of a message on the wire, from its header. */
#include <stdint.h>

struct message {
    uint16_t type;
    uint16_t size;
};

int message_size(const struct message *m)
{
    if (m->type == 0)
        return 4;
    if (m->type > 7)
        return -1;
    return 4 + m->size;
}

#include <stdint.h>

struct conn {
    uint8_t used;
    uint32_t sent;
    uint8_t port_lo;
    uint16_t peer;
};

static struct conn pool[3];

int conn_open(uint16_t peer)
{
    for (int i = 0; i < 3; i++)
        if (!pool[i].used) {
            pool[i].used = 1;
            pool[i].peer = peer;
            pool[i].port_lo = (uint8_t)peer;
            pool[i].sent = 0;
            return i;
        }
    return -1;
}

static int valid(int h)
{
    return h >= 0 && h < 3 && pool[h].used;
}

uint32_t conn_send(int h, uint16_t bytes)
{
    if (!valid(h))
        return UINT32_MAX;
    pool[h].sent += bytes;
    return pool[h].sent + pool[h].port_lo;
}

int conn_close(int h)
{
    if (!valid(h))
        return -1;
    pool[h].used = 0;
    return pool[h].peer;
}

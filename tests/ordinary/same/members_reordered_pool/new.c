#include <stdint.h>

struct conn {
    uint32_t sent;
    uint16_t peer;
    uint8_t port_lo;
    uint8_t used;
};

static struct conn pool[3];

int conn_open(uint16_t peer)
{
    int i = 0;

    while (i < 3 && pool[i].used)
        i++;
    if (i == 3)
        return -1;
    pool[i] = (struct conn){ 0, peer, (uint8_t)peer, 1 };
    return i;
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

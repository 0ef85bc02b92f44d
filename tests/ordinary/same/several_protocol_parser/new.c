#include <stdint.h>

enum rx_state { IDLE, LENGTH, BODY, CHECK };

static struct {
    enum rx_state state;
    uint8_t length, left, negated;
    struct { unsigned good, bad; } count;
} rx;

static int reject(void)
{
    rx.count.bad++;
    rx.state = IDLE;
    return -1;
}

static int on_idle(uint8_t b)
{
    rx.state = b == 0x7E ? LENGTH : IDLE;
    return 0;
}

static int on_length(uint8_t b)
{
    if (b < 1 || b > 8)
        return reject();
    rx.length = rx.left = b;
    rx.negated = (uint8_t)-b;
    rx.state = BODY;
    return 0;
}

static int on_body(uint8_t b)
{
    rx.negated = (uint8_t)(rx.negated - b);
    if (--rx.left == 0)
        rx.state = CHECK;
    return 0;
}

static int on_check(uint8_t b)
{
    if ((uint8_t)(rx.negated + b) != 0)
        return reject();
    rx.count.good++;
    rx.state = IDLE;
    return rx.length;
}

int rx_byte(uint8_t b)
{
    static int (*const handler[])(uint8_t) = { on_idle, on_length, on_body, on_check };

    return handler[rx.state](b);
}

unsigned rx_good(void) { return rx.count.good; }
unsigned rx_bad(void) { return rx.count.bad; }

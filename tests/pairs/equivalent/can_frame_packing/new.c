/* Puts four wheel speeds into a frame, high byte first, and returns the sum of the bytes. */
#include <stdint.h>

struct frame { uint8_t bytes[8]; };
struct wheels { uint16_t speed[4]; };

static unsigned put(uint8_t *at, unsigned value)
{
    at[0] = (uint8_t)(value / 256);
    at[1] = (uint8_t)value;
    return value / 256 + value % 256;
}

unsigned pack_frame(struct frame *frame, const struct wheels *wheels)
{
    const struct wheels now = *wheels;
    const uint16_t *s = now.speed;
    uint8_t *b = frame->bytes;

    return put(b, s[0]) + put(b + 2, s[1]) + put(b + 4, s[2]) + put(b + 6, s[3]);
}

/* Puts four wheel speeds into a frame, high byte first, and returns the sum of the bytes. */
#include <stdint.h>

struct frame { uint8_t bytes[8]; };
struct wheels { uint16_t speed[4]; };

unsigned pack_frame(struct frame *frame, const struct wheels *wheels)
{
    struct wheels now = *wheels;
    unsigned sum = 0;
    int i;

    for (i = 0; i < 4; i++) {
        frame->bytes[2 * i] = (uint8_t)(now.speed[i] >> 8);
        frame->bytes[2 * i + 1] = (uint8_t)(now.speed[i] & 0xff);
    }
    for (i = 0; i < 8; i++)
        sum += frame->bytes[i];
    return sum;
}

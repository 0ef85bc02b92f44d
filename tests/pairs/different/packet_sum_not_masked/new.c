/* Packets: 0x7e, length 1..8, bytes, checksum. Gives the sum of the data when one is complete, else -1. */
#include <stdint.h>

static struct {
    enum { WAIT_START, WAIT_LENGTH, READING } phase;
    unsigned rest;               /* bytes still to come, without the checksum */
    unsigned sum;
} rx;

int packet_byte(uint8_t b)
{
    if (rx.phase == WAIT_START) {
        if (b == 0x7e)
            rx.phase = WAIT_LENGTH;
        return -1;
    }
    if (rx.phase == WAIT_LENGTH) {
        rx.phase = b >= 1 && b <= 8 ? READING : WAIT_START;
        rx.rest = b;
        rx.sum = 0;
        return -1;
    }
    if (rx.rest > 0) {
        rx.rest--;
        rx.sum = rx.sum + b;
        return -1;
    }
    rx.phase = WAIT_START;
    return b == rx.sum ? (int)rx.sum : -1;
}

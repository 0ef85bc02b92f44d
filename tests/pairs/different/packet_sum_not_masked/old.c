/* Packets: 0x7e, length 1..8, bytes, checksum. Gives the sum of the data when one is complete, else -1. */
#include <stdint.h>

enum { WAIT, LENGTH, DATA, CHECK };

static int state = WAIT;
static int length, position;
static uint8_t sum;

int packet_byte(uint8_t b)
{
    switch (state) {
    case WAIT:
        if (b == 0x7e)
            state = LENGTH;
        break;
    case LENGTH:
        if (b == 0 || b > 8) {
            state = WAIT;
        } else {
            length = b;
            position = 0;
            sum = 0;
            state = DATA;
        }
        break;
    case DATA:
        sum += b;
        if (++position == length)
            state = CHECK;
        break;
    case CHECK:
        state = WAIT;
        if (b == sum)
            return sum;
        break;
    }
    return -1;
}

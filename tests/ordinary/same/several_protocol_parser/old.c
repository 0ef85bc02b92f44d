#include <stdint.h>

static int state;
static uint8_t length, got, sum;
static unsigned good, bad;

int rx_byte(uint8_t b)
{
    switch (state) {
    case 0:
        if (b == 0x7E)
            state = 1;
        return 0;
    case 1:
        if (b == 0 || b > 8) {
            bad++;
            state = 0;
            return -1;
        }
        length = b;
        sum = b;
        got = 0;
        state = 2;
        return 0;
    case 2:
        sum += b;
        if (++got == length)
            state = 3;
        return 0;
    default:
        state = 0;
        if (sum != b) {
            bad++;
            return -1;
        }
        good++;
        return length;
    }
}

unsigned rx_good(void) { return good; }
unsigned rx_bad(void) { return bad; }

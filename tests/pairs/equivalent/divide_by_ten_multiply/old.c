/* Last decimal digit of a serial number and the rest of it. */
#include <stdint.h>

uint32_t rest;

unsigned last_digit(uint32_t serial)
{
    rest = serial / 10;
    return serial % 10;
}

/* Last decimal digit of a serial number and the rest of it. */
#include <stdint.h>

uint32_t rest;

unsigned last_digit(uint32_t serial)
{
    uint32_t quotient = (uint32_t)(((uint64_t)serial * 0xcccccccdu) >> 35);

    rest = quotient;
    return serial - 10u * quotient;
}

/* One step of CRC-8 with the polynomial x^8 + x^2 + x + 1. */
#define SHIFT(c) ((unsigned char)(((c) & 0x80) ? ((c) << 1) ^ 0x07 : (c) << 1))

unsigned char crc8_update(unsigned char crc, unsigned char byte)
{
    unsigned char value = crc ^ byte;

    value = SHIFT(value);
    value = SHIFT(value);
    value = SHIFT(value);
    value = SHIFT(value);
    value = SHIFT(value);
    value = SHIFT(value);
    value = SHIFT(value);
    value = SHIFT(value);
    return value;
}

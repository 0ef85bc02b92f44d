/* One step of CRC-8 with the polynomial x^8 + x^2 + x + 1. */
unsigned char crc8_update(unsigned char crc, unsigned char byte)
{
    int bit;

    crc ^= byte;
    for (bit = 0; bit < 8; bit++) {
        if (crc & 0x80)
            crc = (unsigned char)((crc << 1) ^ 0x07);
        else
            crc = (unsigned char)(crc << 1);
    }
    return crc;
}

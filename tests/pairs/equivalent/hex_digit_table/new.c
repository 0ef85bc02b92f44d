/* Value of a hexadecimal digit, -1 for other characters. */
static const signed char low_nibble[16] = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9, -1, -1, -1, -1, -1, -1};
static const signed char letter[8] = {-1, 10, 11, 12, 13, 14, 15, -1};

int hex_value(unsigned char c)
{
    switch (c >> 4) {
    case 3:
        return low_nibble[c & 15];
    case 4:
    case 6:
        return (c & 8) ? -1 : letter[c & 7];
    default:
        return -1;
    }
}

/* explore: --function hex_digit
 * run: hex_digit(255, 0);
 * run: hex_digit(255, 1);
 * run: hex_digit(0, 0); */
static const char digits[] = "0123456789abcdef";

char hex_digit(unsigned char value, int low)
{
    unsigned nibble = low ? value & 15u : value >> 4;
    return digits[nibble];
}

/* explore: --function hex_digit
 * error: out-of-bounds
 * run: hex_digit(255, 0); */
static const char digits[] = "0123456789abcdef";

char hex_digit(unsigned char value, int low)
{
    unsigned nibble = low ? value & 15u : value >> 3;
    return digits[nibble];
}

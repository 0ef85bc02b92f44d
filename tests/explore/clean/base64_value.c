/* explore: --function decode
 * run: decode(255);
 * run: decode('A');
 * run: decode(127); */
static const signed char value[128] = {['A'] = 1, ['B'] = 2, ['a'] = 27, ['+'] = 63};

int decode(unsigned char c)
{
    if (c >= sizeof value)
        return -1;
    return value[(int)c];
}

/* explore: --function decode
 * error: out-of-bounds
 * run: decode((char)-1); */
static const signed char value[128] = {['A'] = 1, ['B'] = 2, ['a'] = 27, ['+'] = 63};

int decode(char c)
{
    return value[(int)c];
}

/* explore: --function parse_mode
 * error: out-of-bounds
 * run: parse_mode('9', 0); */
static const char *const bits[8] = {"---", "--x", "-w-", "-wx", "r--", "r-x", "rw-", "rwx"};

int parse_mode(char digit, int place)
{
    if (digit < '0' || digit > '9')
        return 0;
    if (place < 0 || place > 2)
        return 0;
    return bits[digit - '0'][place];
}

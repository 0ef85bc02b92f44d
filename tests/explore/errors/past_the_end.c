/* explore: --function remaining
 * error: index-out-of-bounds pointer-arithmetic
 * run: remaining(7); */
static const char message[6] = "hello";

long remaining(unsigned skip)
{
    const char *end = message + sizeof message;
    if (skip > 7)
        return 0;
    const char *p = message + skip;
    return p < end ? end - p : 0;
}

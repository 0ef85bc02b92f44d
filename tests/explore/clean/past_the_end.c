/* explore: --function remaining
 * run: remaining(6);
 * run: remaining(0);
 * run: remaining(7); */
static const char message[6] = "hello";

long remaining(unsigned skip)
{
    const char *end = message + sizeof message;
    if (skip > 6)
        return 0;
    const char *p = message + skip;
    return p < end ? end - p : 0;
}

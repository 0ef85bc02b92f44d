/* explore: --function field
 * error: bad-shift
 * run: field(1, 0, 32); */
unsigned field(unsigned word, unsigned position, unsigned length)
{
    if (position > 31 || length > 32 - position)
        return 0;
    return word >> position & ((1u << length) - 1);
}

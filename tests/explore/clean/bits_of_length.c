/* explore: --function field
 * run: field(1, 0, 32);
 * run: field(255, 4, 4);
 * run: field(1, 31, 1);
 * run: field(1, 31, 5); */
unsigned field(unsigned word, unsigned position, unsigned length)
{
    if (position > 31 || length > 32)
        return 0;
    if (length > 32 - position)
        return 0;
    if (length == 32)
        return word;
    return word >> position & ((1u << length) - 1);
}

/* A lock that its owner can take again, up to 15 times. */
static unsigned short word;          /* owner * 16 + depth, 0 if free */

int lock(unsigned char who)
{
    if (word == 0)
        word = (unsigned short)(who << 4);
    if (word >> 4 != who || (word & 15) == 15)
        return 0;
    word++;
    return 1;
}

int unlock(unsigned char who)
{
    if (word == 0 || word >> 4 != who)
        return 0;
    word--;
    if ((word & 15) == 0)
        word = 0;
    return 1;
}

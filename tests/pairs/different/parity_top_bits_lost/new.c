/* Parity of all bits since the last check. */
static unsigned char folded;

void parity_byte(unsigned char b)
{
    folded ^= b;
}

int parity_check(void)
{
    unsigned v = folded;

    folded = 0;
    v ^= v >> 2;
    v ^= v >> 1;
    return (int)(v & 1u);
}

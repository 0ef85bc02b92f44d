/* Receives a byte, most significant bit first; gives it with the eighth bit, else -1. */
static int value;
static int bits;

int bit_in(int bit)
{
    value = value << 1 | (bit & 1);
    bits++;
    if (bits < 8)
        return -1;
    bit = value;
    value = 0;
    bits = 0;
    return bit;
}

void bit_sync(void)
{
    value = bits = 0;
}

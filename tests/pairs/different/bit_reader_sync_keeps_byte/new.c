/* Receives a byte, most significant bit first; gives it with the eighth bit, else -1. */
static unsigned char byte;
static unsigned char mask = 0x80;

void bit_sync(void)
{
    mask = 0x80;
}

int bit_in(int bit)
{
    int done;

    if (bit & 1)
        byte |= mask;
    mask >>= 1;
    if (mask != 0)
        return -1;
    done = byte;
    bit_sync();
    return done;
}

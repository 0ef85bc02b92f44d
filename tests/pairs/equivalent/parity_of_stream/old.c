/* Parity of all bits since the last check. */
static unsigned ones;

void parity_byte(unsigned char b)
{
    while (b) {
        ones += b & 1;
        b >>= 1;
    }
}

int parity_check(void)
{
    int odd = ones % 2 != 0;

    ones = 0;
    return odd;
}

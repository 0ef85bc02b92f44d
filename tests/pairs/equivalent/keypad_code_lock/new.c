/* Opens after 2 5 8 0; the lock falls shut after the next key. */
static unsigned entered = 0x1111;

void key(int digit)
{
    if (digit >= 0 && digit <= 9)
        entered = (entered << 4 | (unsigned)digit) & 0xffffu;
}

int is_unlocked(void)
{
    return entered == 0x2580;
}

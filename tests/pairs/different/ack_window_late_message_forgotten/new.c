/* Tells whether a message was already received; window of eight. */
static int newest = -1;
static unsigned char window;

int is_duplicate(unsigned char seq)
{
    int behind = newest - seq;

    if (behind < 0) {
        window = behind <= -8 ? 0 : (unsigned char)(window << -behind);
        window |= 1;
        newest = seq;
        return 0;
    }
    if (behind > 7 || window >> behind & 1)
        return 1;
    return 0;
}

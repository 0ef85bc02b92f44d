/* Tells whether a message was already received; window of eight. */
static int latest = -1;
static char seen[8];

int is_duplicate(unsigned char seq)
{
    if (seq > latest) {
        for (int s = latest + 1; s <= seq; s++)
            seen[s % 8] = 0;
        latest = seq;
        seen[seq % 8] = 1;
        return 0;
    }
    if (latest - seq >= 8)
        return 1;
    if (seen[seq % 8])
        return 1;
    seen[seq % 8] = 1;
    return 0;
}

/* Up to five addresses that have been seen. */
static struct {
    int n;
    int address[5];
} seen;

int seen_before(int address)
{
    int i = seen.n;

    while (--i > 0)
        if (seen.address[i] == address)
            return 1;
    if (seen.n < 5) {
        seen.address[seen.n] = address;
        seen.n++;
    }
    return 0;
}

int seen_count(void)
{
    return seen.n;
}

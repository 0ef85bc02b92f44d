/* Gives the mean of each two samples with the second one, else 0. */
static short kept;
static int full;

int pair_mean(short s)
{
    if (!full) {
        kept = s;
        full = 1;
        return 0;
    }
    full = 0;
    return (kept + s) / 2;
}

void pair_drop(void)
{
    full = 0;
}

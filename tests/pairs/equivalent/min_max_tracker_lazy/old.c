/* Extremes since the last reset. */
static int have;
static int lowest, highest;

void extremes_add(int v)
{
    if (!have) {
        lowest = highest = v;
        have = 1;
        return;
    }
    if (v < lowest)
        lowest = v;
    if (v > highest)
        highest = v;
}

void extremes_reset(void)
{
    have = 0;
}

int extremes_low(void)
{
    return have ? lowest : 0;
}

int extremes_high(void)
{
    return have ? highest : 0;
}

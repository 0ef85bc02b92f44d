/* Histogram of the upper three bits of samples. */
static struct { unsigned n[8]; } hist;

void hist_add(unsigned char sample)
{
    unsigned i = sample / 32u;

    hist.n[i] += hist.n[i] != 65535u;
}

void hist_clear(void)
{
    unsigned *p = hist.n + 8;

    while (--p != hist.n)
        *p = 0;
}

unsigned hist_bin(unsigned char i)
{
    if (i > 7)
        return 0;
    return hist.n[i];
}

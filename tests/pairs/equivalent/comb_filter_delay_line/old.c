/* Difference to the sample three calls ago. */
static int d1, d2, d3;

int comb(int x)
{
    int y = x - d3;

    d3 = d2;
    d2 = d1;
    d1 = x;
    return y;
}

void comb_clear(void)
{
    d1 = d2 = d3 = 0;
}

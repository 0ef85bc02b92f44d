/* Difference to the sample three calls ago. */
static struct {
    int line[3];
    unsigned at;
} comb_state;

int comb(int x)
{
    int *oldest = &comb_state.line[comb_state.at];
    int y = x - *oldest;

    *oldest = x;
    if (++comb_state.at == 3)
        comb_state.at = 0;
    return y;
}

void comb_clear(void)
{
    for (unsigned i = 0; i < 3; i++)
        comb_state.line[i] = 0;
}

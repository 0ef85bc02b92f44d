/* Most frequent of four events. */
static unsigned short tally[4];
static unsigned char best;

void event(unsigned char e)
{
    unsigned char i = e % 4;

    if (tally[i] == 60000)
        return;
    tally[i]++;
    if (tally[i] >= tally[best])
        best = i;
}

int most_frequent(void)
{
    return best;
}

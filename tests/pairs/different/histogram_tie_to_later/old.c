/* Most frequent of four events. */
static unsigned short n[4];

void event(unsigned char e)
{
    e &= 3;
    if (n[e] < 60000)
        n[e]++;
}

int most_frequent(void)
{
    int best = 0;

    for (int i = 1; i < 4; i++)
        if (n[i] > n[best])
            best = i;
    return best;
}

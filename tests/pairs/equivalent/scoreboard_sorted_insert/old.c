/* The three best scores. */
static unsigned best[3];

void score(unsigned s)
{
    int i, j;

    for (i = 0; i < 3; i++)
        if (s > best[i]) {
            for (j = 2; j > i; j--)
                best[j] = best[j - 1];
            best[i] = s;
            return;
        }
}

unsigned score_rank(unsigned rank)
{
    return rank < 3 ? best[rank] : 0;
}

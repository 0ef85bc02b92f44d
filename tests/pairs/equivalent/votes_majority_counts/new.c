/* Vote of three redundant sensors; counts how often each deviates. */
static unsigned dev[3];

int vote(int a, int b, int c)
{
    int v[3] = {a, b, c};
    int winner = a == b || a == c ? a : b == c ? b : 0;
    int tie = a != b && a != c && b != c;

    for (int i = 0; i < 3; i++)
        dev[i] += tie || v[i] != winner;
    return winner;
}

unsigned deviations(int which)
{
    return which >= 0 && which <= 2 ? dev[which] : 0;
}

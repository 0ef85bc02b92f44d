/* The largest of the first values of a table. */
int table[16];

int largest(int count)
{
    int best;
    int i;

    if (count <= 0)
        return 0;
    best = table[0];
    for (i = 1; i < count; i++)
        if (best < table[i & 15])
            best = table[i & 15];
    return best;
}

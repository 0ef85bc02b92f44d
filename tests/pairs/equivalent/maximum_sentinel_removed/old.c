/* The largest of the first values of a table. */
int table[16];

int largest(int count)
{
    int best = 0;
    int seen = 0;
    int i;

    for (i = 0; i < count; i++) {
        if (!seen || table[i & 15] > best) {
            best = table[i & 15];
            seen = 1;
        }
    }
    return best;
}

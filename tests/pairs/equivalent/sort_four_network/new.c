/* Sorts the four corner readings. */
static void order(int *low, int *high)
{
    if (*high < *low) {
        int kept = *low;
        *low = *high;
        *high = kept;
    }
}

void sort_four(int v[4])
{
    order(&v[0], &v[1]);
    order(&v[2], &v[3]);
    order(&v[0], &v[2]);
    order(&v[1], &v[3]);
    order(&v[1], &v[2]);
}

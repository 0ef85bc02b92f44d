/* Sorts four values. */
static void order(unsigned char *v, int i, int j)
{
    if (v[i] > v[j]) {
        unsigned char kept = v[i];
        v[i] = v[j];
        v[j] = kept;
    }
}

void sort_four(unsigned char v[4])
{
    order(v, 0, 1);
    order(v, 2, 3);
    order(v, 0, 2);
    order(v, 1, 3);
    order(v, 1, 2);
}

/* Adds up the terms of an arithmetic progression. */
unsigned accumulate(int n, unsigned c)
{
    unsigned x = 0;
    int i = 0;

    while (i < n) {
        unsigned j = 5u * (unsigned)i + c;

        x = x + j;
        i++;
    }
    return x;
}

/* Adds up the terms of an arithmetic progression. */
unsigned accumulate(int n, unsigned c)
{
    unsigned x = 0;
    unsigned j = c;
    int i = 0;

    while (i < n) {
        x = x + j;
        j = j + 5u;
        i++;
    }
    return x;
}

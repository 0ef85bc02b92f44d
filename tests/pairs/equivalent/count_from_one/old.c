/* 0 + 1 + ... + n modulo 2^32. */
unsigned sum_to(int n)
{
    unsigned x = 0;
    int i = 0;

    while (i <= n && i < 100000) {
        x = x + (unsigned)i;
        i++;
    }
    return x;
}

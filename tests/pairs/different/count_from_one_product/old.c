/* Product of the numbers from 0 up to n, plus one each. */
unsigned product_to(int n)
{
    unsigned x = 1;
    int i = 0;

    while (i <= n && i < 1000) {
        x = x * (unsigned)(i + 2);
        i++;
    }
    return x;
}

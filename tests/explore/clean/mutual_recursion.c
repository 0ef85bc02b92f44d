/* explore: --function is_even
 * run: is_even(3);
 * run: is_even(6);
 * run: is_even(200); */
static int odd(unsigned n);

static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 1);
}

static int odd(unsigned n)
{
    return n == 0 ? 0 : even(n - 1);
}

int is_even(unsigned char n)
{
    return n > 6 ? 0 : even(n);
}

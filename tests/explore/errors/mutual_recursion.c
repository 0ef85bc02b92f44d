/* explore: --function is_even
 * error: stack-overflow
 * run: is_even(1); */
static int odd(unsigned n);

static int even(unsigned n)
{
    return n == 0 ? 1 : odd(n - 2);
}

static int odd(unsigned n)
{
    return n == 1 ? 0 : even(n);
}

int is_even(unsigned char n)
{
    return n > 6 ? 0 : even(n);
}

/* The n-th Fibonacci number modulo 2^32. */
unsigned fibonacci(unsigned n)
{
    unsigned a = 0;
    unsigned b = 1;

    for (; n != 0; n--) {
        b = a + b;
        a = b - a;
    }
    return a;
}

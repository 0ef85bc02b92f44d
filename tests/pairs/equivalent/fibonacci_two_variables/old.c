/* The n-th Fibonacci number modulo 2^32. */
unsigned fibonacci(unsigned n)
{
    unsigned a = 0;
    unsigned b = 1;
    unsigned i;

    for (i = 0; i < n; i++) {
        unsigned next = a + b;

        a = b;
        b = next;
    }
    return a;
}

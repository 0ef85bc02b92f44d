static unsigned long calls;

unsigned gcd(a, b)
    unsigned a;
    unsigned b;
{
    unsigned t;

    calls++;
    while (b != 0) {
        t = a % b;
        a = b;
        b = t;
    }
    return a;
}

unsigned reduce(num, den)
    unsigned *num, *den;
{
    unsigned g;

    if (!num || !den)
        return 0;
    g = gcd(*num, *den);
    if (g > 1) {
        *num /= g;
        *den /= g;
    }
    return g;
}

unsigned long gcd_calls()
{
    return calls;
}

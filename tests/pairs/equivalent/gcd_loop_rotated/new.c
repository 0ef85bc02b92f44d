/* Greatest common divisor. */
unsigned gcd(unsigned a, unsigned b)
{
    unsigned rest;

    if (b == 0)
        return a;
    do {
        rest = a % b;
        a = b;
        b = rest;
    } while (rest != 0);
    return a;
}

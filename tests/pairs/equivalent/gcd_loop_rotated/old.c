/* Greatest common divisor. */
unsigned gcd(unsigned a, unsigned b)
{
    while (b != 0) {
        unsigned rest = a % b;

        a = b;
        b = rest;
    }
    return a;
}

/* Greatest common divisor, for gear ratios. */
unsigned char gcd(unsigned char a, unsigned char b)
{
    if (b == 0)
        return a;
    return gcd(b, (unsigned char)(a % b));
}

unsigned divisor(unsigned a, unsigned b) {
    if (b == 0)
        return a;
    return divisor(b, a % b);
}

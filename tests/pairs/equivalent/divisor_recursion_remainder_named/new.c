unsigned divisor(unsigned a, unsigned b) {
    if (b != 0) {
        unsigned rest = a - a / b * b;
        return divisor(b, rest);
    }
    return a;
}

unsigned power(unsigned base, unsigned exponent) {
    if (!exponent)
        return 1;
    unsigned half = power(base, exponent >> 1);
    half *= half;
    return exponent & 1 ? base * half : half;
}

/* In how many orders n boxes can be stacked, modulo 2^32. */
unsigned arrangements(unsigned n) {
    unsigned count = 1;
    if (n > 1)
        count = arrangements(n - 1) * n;
    return count;
}

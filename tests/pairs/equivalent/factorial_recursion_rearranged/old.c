/* In how many orders n boxes can be stacked, modulo 2^32. */
unsigned arrangements(unsigned n) {
    if (n <= 1)
        return 1;
    return n * arrangements(n - 1);
}

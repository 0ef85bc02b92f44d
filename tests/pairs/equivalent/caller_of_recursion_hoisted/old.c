static unsigned total(int n) {
    if (n <= 0)
        return 0;
    return (unsigned)n + total(n - 1);
}
unsigned spread(int a, int b) {
    if (a > b)
        return total(a) - total(b);
    return total(b) - total(a);
}

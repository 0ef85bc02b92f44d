static unsigned total(int n) {
    if (n <= 0)
        return 0;
    return (unsigned)n + total(n - 1);
}
unsigned spread(int a, int b) {
    unsigned left = total(a), right = total(b);
    return a > b ? left - right : right - left;
}

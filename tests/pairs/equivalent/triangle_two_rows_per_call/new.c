unsigned triangle(int n) {
    if (n <= 0)
        return 0;
    if (n == 1)
        return 1;
    return (unsigned)n + (unsigned)(n - 1) + triangle(n - 2);
}

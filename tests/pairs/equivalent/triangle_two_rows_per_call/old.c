unsigned triangle(int n) {
    if (n <= 0)
        return 0;
    return (unsigned)n + triangle(n - 1);
}

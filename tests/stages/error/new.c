int share(int total, int n) {
    if (n < 0)
        return 0;
    return total / n;
}

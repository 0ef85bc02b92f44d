unsigned tilings(int n) {
    if (n < 2)
        return n == 0 ? 0 : 1;
    return tilings(n - 1) + tilings(n - 2);
}

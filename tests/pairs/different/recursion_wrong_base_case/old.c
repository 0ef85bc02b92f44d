unsigned tilings(int n) {
    if (n < 2)
        return 1;
    return tilings(n - 1) + tilings(n - 2);
}

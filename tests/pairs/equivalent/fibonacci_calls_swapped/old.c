/* Ways to tile a strip of n fields with pieces of one and two. */
unsigned tilings(int n) {
    if (n < 2)
        return 1;
    return tilings(n - 1) + tilings(n - 2);
}

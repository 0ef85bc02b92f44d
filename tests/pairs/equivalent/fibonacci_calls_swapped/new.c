/* Ways to tile a strip of n fields with pieces of one and two. */
unsigned tilings(int n) {
    if (n >= 2) {
        unsigned with_two = tilings(n - 2);
        return with_two + tilings(n - 1);
    }
    return 1;
}

// The guard against a division by zero is lost for n = 0. Must be seen: paths: none of base ends in an error, one of mod does,
// division-by-zero at the line of the division, under n = 0; plan: result and ending can differ, all is run.
int share(int total, int n) {
    if (n <= 0)
        return 0;
    return total / n;
}

// Two results that have nothing to do with each other. Must be seen: plan: memory can differ and the result cannot (whether the
// changed store fails is an ending); in both versions `sum = 0` is skipped and the branch is jumped over to the store, which
// clobbers `sum`; so the block of `sum = a` is never entered, although it has no skipped statement.
int both(int a, int *product) {
    int sum = 0;
    if (a > 7)
        sum = a;
    *product = a * 5;
    return sum;
}

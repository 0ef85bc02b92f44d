int both(int a, int *product) {
    int sum = 0;
    if (a > 7)
        sum = a;
    *product = a * 6;
    return sum;
}

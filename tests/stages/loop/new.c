int total(int n) {
    int sum = 0;
    for (int i = 0; i < n; i++)
        sum += 2 * i;
    return sum;
}

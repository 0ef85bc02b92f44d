static int times(int a, int b) {
    int product = 0;
    for (int i = 1; i <= a; ++i)
        product += b;
    return product;
}
int dose(int weight) {
    if (weight >= 18 && weight < 22)
        return times(weight, 20);
    return 0;
}

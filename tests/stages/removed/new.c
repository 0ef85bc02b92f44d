int clipped(int x) {
    return x + 1;
}

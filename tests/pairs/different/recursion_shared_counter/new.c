int n_calls;
int depth_of(int n) {
    if (n <= 0)
        return 0;
    n_calls++;
    return depth_of(n - 1) + 1;
}

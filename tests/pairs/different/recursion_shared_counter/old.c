int n_calls;
int depth_of(int n) {
    n_calls++;
    if (n <= 0)
        return 0;
    return depth_of(n - 1) + 1;
}

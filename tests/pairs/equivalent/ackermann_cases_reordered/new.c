int ack(int m, int n) {
    if (m != 0) {
        if (n == 0)
            return ack(m - 1, 1);
        int inner = ack(m, n - 1);
        return ack(m - 1, inner);
    }
    return 1 + n;
}

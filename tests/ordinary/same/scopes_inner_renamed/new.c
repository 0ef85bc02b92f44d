int longest_run(const int *v, int n)
{
    int best = 0;
    int pos = 0;

    if (!v)
        return 0;
    while (pos < n) {
        int len = 1;

        while (len < n - pos && v[pos + len] == v[pos])
            len++;
        if (len > best)
            best = len;
        pos += len;
    }
    return best;
}

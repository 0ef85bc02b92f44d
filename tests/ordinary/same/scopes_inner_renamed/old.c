int longest_run(const int *v, int n)
{
    int best = 0;
    int i = 0;

    if (!v)
        return 0;
    while (i < n) {
        int run = 1;
        {
            int i_start = i;
            int n_left = n - i;
            int i = 1;
            while (i < n_left && v[i_start + i] == v[i_start])
                i++;
            run = i;
        }
        if (run > best)
            best = run;
        i += run;
    }
    return best;
}

/* Vote of three redundant sensors; counts how often each deviates. */
static unsigned dev_a, dev_b, dev_c;

int vote(int a, int b, int c)
{
    if (a == b) {
        if (c != a)
            dev_c++;
        return a;
    }
    if (a == c) {
        dev_b++;
        return a;
    }
    if (b == c) {
        dev_a++;
        return b;
    }
    dev_a++;
    dev_b++;
    dev_c++;
    return 0;
}

unsigned deviations(int which)
{
    switch (which) {
    case 0: return dev_a;
    case 1: return dev_b;
    case 2: return dev_c;
    default: return 0;
    }
}

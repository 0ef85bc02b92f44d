/* Median of the last three samples. */
static int v[3];
static unsigned oldest;

static int middle(const int *s)
{
    int lo = s[0] < s[1] ? s[0] : s[1];
    int hi = s[0] < s[1] ? s[1] : s[0];

    if (s[2] <= lo)
        return lo;
    if (s[2] >= hi)
        return hi;
    return s[2];
}

int median(int sample)
{
    v[oldest] = sample;
    oldest = oldest == 2 ? 0 : oldest + 1;
    return middle(v);
}

void median_preset(int value)
{
    for (int i = 0; i < 3; i++)
        v[i] = value;
}

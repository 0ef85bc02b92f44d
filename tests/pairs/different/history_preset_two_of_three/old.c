/* Median of the last three samples. */
static int a, b, c;

static int middle(int x, int y, int z)
{
    if (x > y) {
        int t = x;
        x = y;
        y = t;
    }
    if (z < x)
        return x;
    return z < y ? z : y;
}

int median(int sample)
{
    c = b;
    b = a;
    a = sample;
    return middle(a, b, c);
}

void median_preset(int v)
{
    a = b = c = v;
}

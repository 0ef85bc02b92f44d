/* explore: --function mean
 * error: division-by-zero
 * run: mean(-1, -1, 3); */
static int sample[4];
static int n_samples;

static void add(int value)
{
    if (n_samples < 4)
        sample[n_samples++] = value;
}

int mean(signed char a, signed char b, int drop)
{
    int sum = 0;
    n_samples = 0;
    if (a > 0)
        add(a);
    if (b > 0 || drop != 3)
        add(b);
    for (int i = 0; i < n_samples; i++)
        sum += sample[i];
    return sum / n_samples;
}

/* Number of good frames among the last 16. */
static unsigned char good[16];
static int at;

int quality(int ok)
{
    int n = 0;

    good[at] = ok ? 1 : 0;
    at = (at + 1) % 16;
    for (int i = 0; i < 16; i++)
        n += good[i];
    return n;
}

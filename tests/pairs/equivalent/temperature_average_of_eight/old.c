/* Mean of eight temperatures; 0 until eight have come. */
static short window[8];
static int sum;
static unsigned n;

int mean8(short t)
{
    unsigned at = n % 8;

    sum += t - window[at];
    window[at] = t;
    n++;
    if (n < 8)
        return 0;
    if (n == 16)
        n = 8;
    return sum / 8;
}

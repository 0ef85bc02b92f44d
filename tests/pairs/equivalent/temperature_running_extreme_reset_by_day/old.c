/* Lowest, highest and number of readings of a day. */
static short low, high;
static unsigned char n;

void day_reading(short t)
{
    if (n == 0 || t < low)
        low = t;
    if (n == 0 || t > high)
        high = t;
    if (n < 255)
        n++;
}

int day_end(void)
{
    int span = n ? high - low : -1;

    n = 0;
    return span;
}

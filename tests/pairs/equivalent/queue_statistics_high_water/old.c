/* Byte queue with a high-water mark. */
static unsigned char data[8];
static unsigned in, out, high;

int bq_put(unsigned char v)
{
    if (in - out == 8)
        return 0;
    data[in % 8] = v;
    in++;
    if (in - out > high)
        high = in - out;
    return 1;
}

int bq_get(void)
{
    if (in == out)
        return -1;
    return data[out++ % 8];
}

unsigned bq_high(void)
{
    return high;
}

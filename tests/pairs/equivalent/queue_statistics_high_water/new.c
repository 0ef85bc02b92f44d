/* Byte queue with a high-water mark. */
static struct bq {
    unsigned char data[8];
    unsigned char first, fill, peak;
} q;

int bq_put(unsigned char v)
{
    if (q.fill > 7)
        return 0;
    q.data[(q.first + q.fill) & 7] = v;
    q.fill++;
    q.peak = q.fill > q.peak ? q.fill : q.peak;
    return 1;
}

int bq_get(void)
{
    unsigned char v = q.data[q.first];

    if (q.fill == 0)
        return -1;
    q.first = (q.first + 1) & 7;
    q.fill--;
    return v;
}

unsigned bq_high(void)
{
    return q.peak;
}

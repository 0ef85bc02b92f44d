/* Dither noise. */
static unsigned seed = 12345u;

static unsigned next(void)
{
    seed = seed * 1103515245u + 12345u;
    return seed >> 16;
}

int dither(int sample)
{
    return sample + (int)(next() & 3u) - 1;
}

unsigned noise(void)
{
    return next() & 0x7fffu;
}

/* Adler-like checksum of a stream. */
static unsigned a, b;
static int started;

static void start(void)
{
    a = 1;
    b = 0;
    started = 1;
}

void sum_byte(unsigned char c)
{
    if (!started)
        start();
    a = (a + c) % 251;
    b = (b + a) % 251;
}

unsigned sum_value(void)
{
    if (!started)
        start();
    return b << 8 | a;
}

void sum_restart(void)
{
    started = 0;
}

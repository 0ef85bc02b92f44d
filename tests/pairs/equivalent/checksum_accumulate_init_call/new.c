/* Adler-like checksum of a stream. */
static const struct sums { unsigned a, b; } fresh = {1, 0};
static struct sums now = {1, 0};

void sum_byte(unsigned char c)
{
    now.a += c;
    now.a %= 251;
    now.b += now.a;
    now.b %= 251;
}

unsigned sum_value(void)
{
    return now.b * 256 + now.a;
}

void sum_restart(void)
{
    now = fresh;
}

/* Limits log messages: twenty tokens at most. */
static unsigned tokens = 20;

void bucket_refill(unsigned n)
{
    if (n > 20)
        n = 20;
    tokens += n;
    if (tokens > 20)
        tokens = 20;
}

_Bool bucket_take(unsigned cost)
{
    if (cost > tokens)
        return 0;
    tokens -= cost;
    return 1;
}

unsigned bucket_level(void)
{
    return tokens;
}

/* Limits log messages: twenty tokens at most. */
#define BURST 20u

static unsigned missing;

void bucket_refill(unsigned n)
{
    missing = n < missing ? missing - n : 0;
}

_Bool bucket_take(unsigned cost)
{
    if (cost >= BURST - missing)
        return 0;
    missing += cost;
    return 1;
}

unsigned bucket_level(void)
{
    return BURST - missing;
}

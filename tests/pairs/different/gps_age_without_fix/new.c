/* Age of the last position, in ticks, 100 at most; -1 if there is none. */
static struct {
    unsigned char valid;
    unsigned char fresh;          /* 100 just now, 0 old */
} gps;

void gps_fix(void)
{
    gps.valid = 1;
    gps.fresh = 100;
}

void gps_tick(void)
{
    if (gps.fresh)
        gps.fresh--;
}

int gps_age(void)
{
    return 100 - gps.fresh;
}

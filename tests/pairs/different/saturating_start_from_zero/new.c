/* Limits the slope of a signal to 16 per call. */
static struct slope {
    int y;
    unsigned char has;
} s;

static int limited(int d)
{
    return d < -16 ? -16 : d > 16 ? 16 : d;
}

int slope(int in)
{
    s.y = s.y + limited(in - s.y);
    s.has = 1;
    return s.y;
}

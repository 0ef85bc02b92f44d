/* Limits the slope of a signal to 16 per call. */
static int out;
static int started;

int slope(int in)
{
    int d;

    if (!started) {
        started = 1;
        out = in;
        return out;
    }
    d = in - out;
    if (d > 16)
        d = 16;
    else if (d < -16)
        d = -16;
    out += d;
    return out;
}

/* Gives the width of a pulse in ticks when it ends, else 0; at most 255. */
static unsigned char t, start;
static int high;

int width_tick(int level)
{
    int w = 0;

    t++;
    if (level && !high) {
        start = t;
        high = 1;
    } else if (!level && high) {
        w = (unsigned char)(t - start);
        high = 0;
    }
    return w;
}

/* Calibration of three channels. */
struct cal { long gain; int offset; };      /* gain 0: not calibrated */

static struct cal table[3];

static struct cal *entry(int channel)
{
    return channel >= 0 && channel < 3 ? &table[channel] : 0;
}

int cal_store(int channel, short offset, int gain)
{
    struct cal *c = entry(channel);

    if (c == 0 || gain == 0)
        return -1;
    c->gain = gain;
    c->offset = offset;
    return 0;
}

long cal_value(int channel, short raw)
{
    const struct cal *c = entry(channel);

    if (c == 0 || c->gain == 0)
        return raw;
    return c->gain * (raw - c->offset);
}

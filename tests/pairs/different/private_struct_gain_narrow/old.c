/* Calibration of three channels. */
struct cal { short offset; int gain; char used; };

static struct cal cal[3];

int cal_store(int channel, short offset, int gain)
{
    if (channel < 0 || channel > 2 || gain == 0)
        return -1;
    cal[channel].offset = offset;
    cal[channel].gain = gain;
    cal[channel].used = 1;
    return 0;
}

long cal_value(int channel, short raw)
{
    if (channel < 0 || channel > 2 || !cal[channel].used)
        return raw;
    return ((long)raw - cal[channel].offset) * cal[channel].gain;
}

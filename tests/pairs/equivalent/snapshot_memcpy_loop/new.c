/* Values of four channels, read together. */
static struct channel {
    int now, frozen;
} channels[4];

void channel_set(int channel, int value)
{
    if ((unsigned)channel < 4)
        channels[channel].now = value;
}

void channels_freeze(void)
{
    for (struct channel *c = channels; c < channels + 4; c++)
        c->frozen = c->now;
}

int channel_frozen(int channel)
{
    if ((unsigned)channel >= 4)
        return 0;
    return channels[channel].frozen;
}

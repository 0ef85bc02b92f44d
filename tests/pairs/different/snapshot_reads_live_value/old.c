/* Values of four channels, read together. */
#include <string.h>

static int now[4];
static int frozen[4];

void channel_set(int channel, int value)
{
    if (channel >= 0 && channel < 4)
        now[channel] = value;
}

void channels_freeze(void)
{
    memcpy(frozen, now, sizeof now);
}

int channel_frozen(int channel)
{
    return channel >= 0 && channel < 4 ? frozen[channel] : 0;
}

#include <assert.h>
#include <stddef.h>

#define CHANNELS 4

static int gain[CHANNELS];

int gain_set(unsigned channel, int value)
{
	if (channel >= CHANNELS)
		return -1;
	if (value < 0 || value > 31)
		return -1;
	gain[channel] = value;
	return 0;
}

int gain_get(unsigned channel)
{
	return channel < CHANNELS ? gain[channel] : -1;
}

#include <stddef.h>

extern int sensor_read(int channel);

#define CHANNELS 3

static int last[CHANNELS];

int sensors_poll(void)
{
	int good = 0;
	int i;

	for (i = 0; i < CHANNELS; i++) {
		int v = sensor_read(i);

		if (v == -1)
			continue;
		last[i] = v;
		good++;
	}
	return good;
}

int sensors_last(int channel)
{
	return channel >= 0 && channel < CHANNELS ? last[channel] : -1;
}

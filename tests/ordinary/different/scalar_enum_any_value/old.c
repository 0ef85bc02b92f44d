#include <stdint.h>

enum speed { SPEED_10, SPEED_100, SPEED_1000 };

static const uint16_t mbit[4] = { 10, 100, 1000, 2500 };

int link_mbit(enum speed s)
{
	switch (s) {
	case SPEED_10:
	case SPEED_100:
	case SPEED_1000:
		return mbit[s];
	}
	return 0;
}

int link_is_gigabit(enum speed s)
{
	return link_mbit(s) >= 1000;
}

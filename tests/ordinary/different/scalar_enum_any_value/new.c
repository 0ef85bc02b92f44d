#include <stdint.h>

enum speed { SPEED_10, SPEED_100, SPEED_1000 };

static const uint16_t mbit[4] = { 10, 100, 1000, 2500 };

int link_mbit(enum speed s)
{
	return mbit[s & 3];
}

int link_is_gigabit(enum speed s)
{
	return link_mbit(s) >= 1000;
}

void transmit(const char *text);

static const char words[2][8] = {"off", "on"};

void announce(int on)
{
	transmit(words[on != 0]);
}

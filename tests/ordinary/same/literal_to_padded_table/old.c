void transmit(const char *text);

void announce(int on)
{
	transmit(on ? "on" : "off");
}

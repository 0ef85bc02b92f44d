int default_gain(int channel)
{
	return channel == 0 ? 4 : 1;
}

extern int trace_level(int channel) __attribute__((weak));

int verbosity(int channel)
{
	if (!trace_level)
		return -1;
	return trace_level(channel);
}

extern int trace_level(int channel) __attribute__((weak));

int verbosity(int channel)
{
	return trace_level ? trace_level(channel) : 1;
}

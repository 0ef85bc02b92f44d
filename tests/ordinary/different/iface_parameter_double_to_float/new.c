struct filter {
	double alpha;
	double state;
	int primed;
};

static struct filter filter;

void filter_configure(float alpha)
{
	filter.alpha = alpha;
	filter.primed = 0;
}

int filter_step(int sample)
{
	if (!filter.primed) {
		filter.state = sample;
		filter.primed = 1;
	} else {
		filter.state += filter.alpha * (sample - filter.state);
	}
	return (int)filter.state;
}

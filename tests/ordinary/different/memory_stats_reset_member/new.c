struct stats {
	unsigned long count;
	unsigned long total;
	unsigned long max;
	unsigned long errors;
};

static struct stats stats;

void stats_add(unsigned long value)
{
	stats.count++;
	stats.total += value;
	if (value > stats.max)
		stats.max = value;
}

void stats_error(void)
{
	stats.errors++;
}

void stats_reset(void)
{
	stats.count = 0;
	stats.total = 0;
	stats.errors = 0;
}

unsigned long stats_max(void)
{
	return stats.max;
}

unsigned long stats_mean(void)
{
	return stats.count ? stats.total / stats.count : 0;
}

static long rate_num = 1;
static long rate_den = 1;
static long cached_in = -1;
static long cached_out;

void rate_set(long num, long den)
{
	rate_num = num;
	rate_den = den > 0 ? den : 1;
	cached_in = -1;
}

long convert(long amount)
{
	if (amount < 0)
		return -1;
	if (amount != cached_in) {
		cached_out = amount * rate_num / rate_den;
		cached_in = amount;
	}
	return cached_out;
}

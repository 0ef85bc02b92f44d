int scale_linear(int x)
{
	return 2 * x;
}

int scale_clamped(int x)
{
	return x > 100 ? 200 : 2 * x;
}

int scale(int x) __attribute__((alias("scale_linear")));

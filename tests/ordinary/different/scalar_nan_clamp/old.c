struct range {
	double low;
	double high;
};

double range_clamp(const struct range *r, double x)
{
	if (x < r->low)
		return r->low;
	if (x > r->high)
		return r->high;
	return x;
}

double range_fraction(const struct range *r, double x)
{
	return (range_clamp(r, x) - r->low) / (r->high - r->low);
}

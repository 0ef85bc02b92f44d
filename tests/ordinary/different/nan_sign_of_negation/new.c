double opposite(double x)
{
	return -1.0 * x;
}

double opposite(double x)
{
	return -x;
}

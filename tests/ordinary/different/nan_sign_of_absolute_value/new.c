#include <math.h>
#include <stdio.h>

static double magnitude(double x)
{
	if (x < 0)
		return -x;
	return x == 0 ? 0.0 : x;
}

void report(double x)
{
	printf("%.1f\n", magnitude(x));
}

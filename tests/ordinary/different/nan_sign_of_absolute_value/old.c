#include <math.h>
#include <stdio.h>

static double magnitude(double x)
{
	return fabs(x);
}

void report(double x)
{
	printf("%.1f\n", magnitude(x));
}

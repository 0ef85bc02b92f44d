#include <math.h>
#include <stdio.h>

/* Write a coordinate with its hemisphere; returns the length. */
int format_latitude(char *buf, size_t size, double degrees)
{
	char side = degrees < 0.0 ? 'S' : 'N';
	double value = fabs(degrees);

	if (isnan(degrees) || value > 90.0)
		return -1;
	return snprintf(buf, size, "%.2f%c", value, side);
}

int latitude_valid(double degrees)
{
	return degrees >= -90.0 && degrees <= 90.0;
}

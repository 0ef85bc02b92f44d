#include <math.h>

double side(double area)
{
	double root = sqrt(area);

	return area < 0 ? 0 : root;
}

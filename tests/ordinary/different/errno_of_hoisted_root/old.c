#include <math.h>

double side(double area)
{
	return area < 0 ? 0 : sqrt(area);
}

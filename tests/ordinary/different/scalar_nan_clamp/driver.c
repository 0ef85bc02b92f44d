#include <math.h>
#include <stdio.h>
struct range { double low, high; };
double range_clamp(const struct range *r, double x);
int main(void)
{
	struct range r = { 0, 10 };
	printf("%g %g %d\n", range_clamp(&r, -1), range_clamp(&r, 3), isnan(range_clamp(&r, NAN)));
	return 0;
}

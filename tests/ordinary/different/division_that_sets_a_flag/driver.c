#include <stdio.h>
int divided_by_zero(void);
double weight(double distance);
int main(void)
{
	volatile double zero = 0.0;
	double got = weight(zero);
	printf("%g %d\n", got, divided_by_zero());
	return 0;
}

#include <math.h>
#include <stdio.h>
long pages_needed(double bytes, double page);
int main(void)
{
	volatile double x = 2.25;
	printf("%ld\n", pages_needed(5000, 4096));
	printf("%ld\n", pages_needed(-1, 4096));
	printf("%g\n", rint(x));
	return 0;
}

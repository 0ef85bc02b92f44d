#include <math.h>
#include <stdio.h>
double opposite(double x);
int main(void)
{
	printf("%d %d\n", !!signbit(opposite(__builtin_nan(""))), !!signbit(opposite(2.0)));
	return 0;
}

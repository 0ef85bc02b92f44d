#include <fenv.h>
#include <stdio.h>
long scale_sample(double sample, double gain);
int main(void)
{
	feclearexcept(FE_ALL_EXCEPT);
	printf("%ld\n", scale_sample(10.0, 0.33));
	printf("%d\n", fetestexcept(FE_INEXACT) != 0);
	return 0;
}

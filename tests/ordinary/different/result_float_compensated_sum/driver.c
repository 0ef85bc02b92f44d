#include <stdio.h>
#include <stddef.h>
double samples_sum(const double *v, size_t n);
int main(void)
{
	double v[] = { 1e16, 1.0, 1.0, 1.0, 1.0 };
	printf("%a\n", samples_sum(v, 5));
	return 0;
}

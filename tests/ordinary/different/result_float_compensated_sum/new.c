#include <stddef.h>

/* Sum of samples with a running compensation for the low-order bits. */
double samples_sum(const double *v, size_t n)
{
	double sum = 0.0;
	double lost = 0.0;
	size_t i;

	for (i = 0; i < n; i++) {
		double y = v[i] - lost;
		double t = sum + y;

		sum = t;
	}
	return sum;
}

double samples_mean(const double *v, size_t n)
{
	return n ? samples_sum(v, n) / (double)n : 0.0;
}

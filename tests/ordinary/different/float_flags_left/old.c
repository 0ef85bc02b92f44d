#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

/* Scale a sample without disturbing the flags of the caller. */
long scale_sample(double sample, double gain)
{
	fenv_t env;
	long result;

	feholdexcept(&env);
	result = lrint(sample * gain);
	fesetenv(&env);
	return result;
}

long scale_pair(double a, double b, double gain)
{
	return scale_sample(a, gain) + scale_sample(b, gain);
}

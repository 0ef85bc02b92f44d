#include <fenv.h>
#include <math.h>

#pragma STDC FENV_ACCESS ON

/* Smallest whole number of pages for a size given in bytes. */
long pages_needed(double bytes, double page)
{
	int mode = fegetround();
	double pages;

	fesetround(FE_UPWARD);
	pages = rint(bytes / page);
	if (pages < 1.0)
		pages = 1.0;
	fesetround(mode);
	return (long)pages;
}

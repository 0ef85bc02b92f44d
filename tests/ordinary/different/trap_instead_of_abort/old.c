#include <stdlib.h>

int checked(int x)
{
	if (x < 0)
		abort();
	return x;
}

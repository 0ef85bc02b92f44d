#include <errno.h>
#include <stdio.h>
double side(double area);
int main(void)
{
	double result;

	errno = 0;
	result = side(-4.0);
	printf("%g %d\n", result, errno == EDOM);
	return 0;
}

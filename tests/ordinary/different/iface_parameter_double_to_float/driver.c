#include <stdio.h>
void filter_configure(double alpha);
int filter_step(int sample);
int main(void)
{
	filter_configure(0.5);
	filter_step(0);
	printf("%d\n", filter_step(1000));
	return 0;
}

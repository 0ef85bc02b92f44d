#include <stdio.h>
int verbosity(int channel);
int main(void)
{
	printf("%d\n", verbosity(2));
	return 0;
}

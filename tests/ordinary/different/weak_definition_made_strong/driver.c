#include <stdio.h>
int default_gain(int channel);
int default_gain(int channel)
{
	return channel + 7;
}
int main(void)
{
	printf("%d\n", default_gain(0));
	return 0;
}

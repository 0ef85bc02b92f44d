#include <stdio.h>
int adc_read(void);
int main(void)
{
	printf("%d\n", adc_read());
	return 0;
}

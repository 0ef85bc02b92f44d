#include <stdint.h>
#include <stdio.h>
void clock_adjust(int64_t delta_us);
double clock_offset(void);
int main(void)
{
	clock_adjust(2500);
	printf("%a\n", clock_offset());
	return 0;
}

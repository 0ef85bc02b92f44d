#include <stdio.h>
extern unsigned counters[4];
unsigned long counter_total(void);
int main(void)
{
	for (int i = 0; i < 4; i++)
		printf("%u ", counters[i]);
	printf("%lu\n", counter_total());
	return 0;
}

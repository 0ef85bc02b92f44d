#include <stdio.h>
void stats_add(unsigned long); void stats_reset(void); unsigned long stats_max(void);
int main(void)
{
	stats_add(70);
	stats_reset();
	stats_add(5);
	printf("%lu\n", stats_max());
	return 0;
}

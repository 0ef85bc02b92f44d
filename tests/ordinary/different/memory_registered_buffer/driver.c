#include <stdio.h>
struct watch { unsigned ticks, overruns, limit; };
int watch_register(struct watch *w);
void watch_tick(void);
int main(void)
{
	struct watch w = { 0, 0, 2 };
	watch_register(&w);
	watch_tick();
	watch_tick();
	printf("%u %u\n", w.ticks, w.overruns);
	return 0;
}

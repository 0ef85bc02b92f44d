#include <stdio.h>
int blinker_start(unsigned period);
static void (*tick)(void *);
static void *tick_arg;
int timer_every(unsigned ms, void (*fn)(void *), void *arg) { (void)ms; tick = fn; tick_arg = arg; return 0; }
void led_set(int on) { printf("led %d\n", on); }
int main(void)
{
	printf("%d\n", blinker_start(4));
	for (int i = 0; i < 4; i++)
		tick(tick_arg);
	return 0;
}

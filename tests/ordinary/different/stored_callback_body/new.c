#include <stddef.h>

extern int timer_every(unsigned ms, void (*fn)(void *arg), void *arg);
extern void led_set(int on);

struct blinker {
	unsigned ticks;
	unsigned period;
};

static struct blinker blinker;

static void on_tick(void *arg)
{
	struct blinker *b = arg;

	b->ticks++;
	led_set(b->ticks % b->period <= b->period / 2);
}

int blinker_start(unsigned period)
{
	if (period < 2)
		return -1;
	blinker.ticks = 0;
	blinker.period = period;
	return timer_every(10, on_tick, &blinker);
}

#include <stddef.h>

struct watch {
	unsigned ticks;
	unsigned overruns;
	unsigned limit;
};

#define MAX_WATCH 4

static struct watch *watches[MAX_WATCH];
static size_t watch_count;

int watch_register(struct watch *w)
{
	if (watch_count == MAX_WATCH)
		return -1;
	watches[watch_count++] = w;
	w->ticks = 0;
	w->overruns = 0;
	return 0;
}

void watch_tick(void)
{
	size_t i;

	for (i = 0; i < watch_count; i++) {
		struct watch *w = watches[i];

		w->ticks++;
		if (w->ticks >= w->limit) {
			w->overruns++;
			w->ticks = 0;
		}
	}
}

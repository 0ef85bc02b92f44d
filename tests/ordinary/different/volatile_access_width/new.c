#include <stdint.h>

union compare {
	volatile uint32_t word;
	struct {
		volatile uint16_t low;
		volatile uint16_t high;
	} half;
};

struct timer {
	volatile uint32_t control;
	union compare compare;
};

#define TIMER_ENABLE 1u

void timer_arm(struct timer *t, uint16_t low, uint16_t high)
{
	t->control = 0;
	t->compare.half.low = low;
	t->compare.half.high = high;
	t->control = TIMER_ENABLE;
}

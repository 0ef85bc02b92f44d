#include <stdint.h>

struct irq_block {
	volatile uint32_t pending;
	volatile uint32_t enable;
	volatile uint32_t ack;
};

static unsigned spurious;

unsigned irq_spurious(void)
{
	return spurious;
}

int irq_handle(struct irq_block *b, unsigned line)
{
	uint32_t bit = 1u << (line & 31);
	int seen = (b->pending & bit) != 0;

	if (!seen)
		spurious++;
	b->ack = bit;
	return seen;
}

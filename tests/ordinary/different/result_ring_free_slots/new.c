#include <stddef.h>

#define RING_SIZE 16u

struct ring {
	unsigned char data[RING_SIZE];
	unsigned head; /* next slot to write */
	unsigned tail; /* next slot to read */
};

size_t ring_used(const struct ring *r)
{
	if (r->head >= r->tail)
		return r->head - r->tail;
	return RING_SIZE - r->tail + r->head;
}

/* One slot stays empty so that full and empty can be told apart. */
size_t ring_free(const struct ring *r)
{
	if (r->head >= r->tail)
		return RING_SIZE - 1 - (r->head - r->tail);
	return r->tail - r->head;
}

int ring_put(struct ring *r, unsigned char c)
{
	if (ring_free(r) == 0)
		return -1;
	r->data[r->head] = c;
	r->head = (r->head + 1) % RING_SIZE;
	return 0;
}

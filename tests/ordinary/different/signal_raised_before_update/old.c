#include <signal.h>

#define QUEUE_LIMIT 3

volatile sig_atomic_t queue_depth;

static int items[QUEUE_LIMIT];

/* Store an item; SIGUSR1 tells the program that the queue is full. */
int queue_put(int item)
{
	if (queue_depth >= QUEUE_LIMIT)
		return -1;
	items[queue_depth] = item;
	queue_depth = queue_depth + 1;
	if (queue_depth == QUEUE_LIMIT)
		raise(SIGUSR1);
	return 0;
}

int queue_last(void)
{
	return queue_depth > 0 ? items[queue_depth - 1] : -1;
}

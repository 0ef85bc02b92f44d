#include <stdatomic.h>
#include <stdio.h>
#include <threads.h>
#include <time.h>

static atomic_uint handled;

static void pause_ms(long ms)
{
	struct timespec ts = { 0, ms * 1000000L };

	thrd_sleep(&ts, NULL);
}

static int handle(void *arg)
{
	unsigned batch = *(unsigned *)arg;

	pause_ms(100);
	atomic_fetch_add(&handled, batch);
	return 0;
}

int main(void)
{
	unsigned batch[3] = { 1, 1, 1 };
	thrd_t t[3];
	int i;

	for (i = 0; i < 3; i++)
		if (thrd_create(&t[i], handle, &batch[i]) != thrd_success)
			return 1;
	for (i = 0; i < 3; i++)
		thrd_join(t[i], NULL);
	printf("%u\n", atomic_load(&handled));
	return 0;
}

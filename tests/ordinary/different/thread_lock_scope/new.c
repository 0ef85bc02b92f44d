#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static long balance = 100;

static long fee(long amount)
{
	usleep(100000); /* stands for a slow lookup */
	return amount / 10;
}

static void *deposit(void *arg)
{
	long amount = *(long *)arg;
	long next;

	next = balance + amount - fee(amount);
	pthread_mutex_lock(&lock);
	balance = next;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	long amount[2] = { 50, 50 };
	pthread_t t[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, deposit, &amount[i]);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%ld\n", balance);
	return 0;
}

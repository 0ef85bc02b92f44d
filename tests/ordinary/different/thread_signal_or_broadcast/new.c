#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t opened = PTHREAD_COND_INITIALIZER;
static int gate_open;
static int passed;

static void *visitor(void *arg)
{
	(void)arg;
	pthread_mutex_lock(&lock);
	while (!gate_open)
		pthread_cond_wait(&opened, &lock);
	passed++;
	pthread_mutex_unlock(&lock);
	return NULL;
}

int main(void)
{
	pthread_t t[2];
	int i;

	for (i = 0; i < 2; i++)
		pthread_create(&t[i], NULL, visitor, NULL);
	usleep(200000);
	pthread_mutex_lock(&lock);
	gate_open = 1;
	pthread_cond_signal(&opened);
	pthread_mutex_unlock(&lock);
	for (i = 0; i < 2; i++)
		pthread_join(t[i], NULL);
	printf("%d passed\n", passed);
	return 0;
}

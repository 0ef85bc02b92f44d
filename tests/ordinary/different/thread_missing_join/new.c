#include <pthread.h>
#include <stdio.h>
#include <unistd.h>

struct job {
	const char *name;
	unsigned delay_us;
};

static void *worker(void *arg)
{
	struct job *job = arg;

	usleep(job->delay_us);
	printf("%s done\n", job->name);
	return NULL;
}

int main(void)
{
	static struct job job = { "index", 200000 };
	pthread_t thread;

	if (pthread_create(&thread, NULL, worker, &job) != 0)
		return 1;
	puts("started");
	pthread_detach(thread);
	return 0;
}

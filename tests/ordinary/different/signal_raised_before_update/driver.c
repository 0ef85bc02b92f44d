#include <signal.h>
#include <stdio.h>
extern volatile sig_atomic_t queue_depth;
int queue_put(int item);
int queue_last(void);
static volatile sig_atomic_t depth = -1;
static void on_full(int sig) { (void)sig; depth = queue_depth; }
int main(void)
{
	signal(SIGUSR1, on_full);
	for (int i = 0; i < 3; i++)
		queue_put(i * 10);
	printf("%d %d\n", (int)depth, queue_last());
	return 0;
}

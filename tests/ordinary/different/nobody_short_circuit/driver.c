#include <stdio.h>
int worker_step(void);
static int left = 1, power;
int lock_take(void) { return 0; }
void lock_give(void) { }
int power_good(void) { return power; }
int queue_pop(int *item) { if (!left) return -1; left--; *item = 42; return 0; }
int main(void)
{
	printf("%d\n", worker_step());
	power = 1;
	printf("%d\n", worker_step());
	return 0;
}

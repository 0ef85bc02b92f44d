#include <stdio.h>
int first_to_lock(const int *a, const int *b);
int main(void)
{
	int locks[2] = {0, 0};

	printf("%d %d\n", first_to_lock(locks, locks + 1), first_to_lock(locks + 1, locks));
	return 0;
}

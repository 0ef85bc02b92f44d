#include <stdio.h>
#include <stdlib.h>
#include <stddef.h>
void shuffle(int *v, size_t n);
int main(void)
{
	int v[4] = { 1, 2, 3, 4 };
	srand(7);
	shuffle(v, 4);
	printf("%d %d %d %d\n", v[0], v[1], v[2], v[3]);
	printf("%d\n", rand());
	return 0;
}

#include <stddef.h>
#include <stdio.h>
int sum_into(int *out, const int *v, size_t n);
int main(void)
{
	int v[3] = { 1, 2, 3 };
	int w[3] = { 1, 2, 3 }, s;
	sum_into(&s, w, 3);
	sum_into(&v[0], v, 3);
	printf("%d %d\n", s, v[0]);
	return 0;
}

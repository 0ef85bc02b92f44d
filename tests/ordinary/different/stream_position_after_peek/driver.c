#include <stdio.h>
long read_number(FILE *in);
int main(void)
{
	printf("%ld\n", read_number(stdin));
	printf("next %d\n", getchar());
	return 0;
}

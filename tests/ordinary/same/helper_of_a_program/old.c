#include <stdio.h>

int doubled(int flag)
{
	return flag * 2;
}

int main(void)
{
	printf("%d\n", doubled(getchar() == EOF));
	return 0;
}

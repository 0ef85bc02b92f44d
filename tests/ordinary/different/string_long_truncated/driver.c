#include <stdio.h>
int header_equal(const char *a, const char *b);
int main(void)
{
	printf("%d\n", header_equal("Accept", "accept"));
	printf("%d\n", header_equal("x-forwarded-for-client-a", "x-forwarded-for-client-b"));
	return 0;
}

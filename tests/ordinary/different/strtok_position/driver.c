#include <stdio.h>
#include <string.h>
long sum_terms(const char *text);
int main(void)
{
	char line[] = "1+2,3+4,5";
	int n = 0;
	for (char *p = strtok(line, ","); p && n < 9; p = strtok(NULL, ","), n++)
		printf("%ld\n", sum_terms(p));
	printf("%d fields\n", n);
	return 0;
}

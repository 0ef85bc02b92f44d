#include <stdio.h>
#include <stdlib.h>

/* Number of decimal digits. */
static int digits(long n)
{
	if (n > -10 && n < 10)
		return 1;
	return 1 + digits(n / 10);
}

static void print_padded(long n, int width)
{
	int pad = width - digits(n);

	while (pad-- > 0)
		putchar(' ');
	printf("%ld\n", n);
}

int main(int argc, char **argv)
{
	int i;

	for (i = 1; i < argc; i++)
		print_padded(strtol(argv[i], NULL, 10), 6);
	return 0;
}

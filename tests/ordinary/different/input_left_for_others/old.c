#include <stdio.h>
#include <unistd.h>

static int magic(void)
{
	char header[2];

	return read(0, header, 1) == 1 && header[0] == 'P';
}

int main(void)
{
	char rest[8];
	long n;

	if (!magic())
		return 2;
	n = read(0, rest, 1);
	printf("%c\n", n == 1 ? rest[0] : '-');
	return 0;
}

#include <stdio.h>
const char *fs_strerror(int code);
int main(void)
{
	for (int i = -1; i < 6; i++)
		puts(fs_strerror(i));
	return 0;
}

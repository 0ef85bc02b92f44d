#include <fcntl.h>
#include <stdio.h>
#include <unistd.h>
int image_version(const char *path);
int main(void)
{
	FILE *f = fopen("a.img", "w");
	int before, after;
	fputs("nothing", f);
	fclose(f);
	before = dup(0);
	close(before);
	printf("%d\n", image_version("a.img"));
	after = dup(0);
	printf("%d\n", after - before);
	return 0;
}

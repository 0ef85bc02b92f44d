#include <stdio.h>
#include <sys/stat.h>
int first_byte_in(const char *folder, const char *name);
int main(void)
{
	mkdir("d", 0755);
	printf("%d\n", first_byte_in("d", "absent"));
	FILE *f = fopen("mark", "w");
	fclose(f);
	return 0;
}

#include <stdio.h>
#include <string.h>
struct record { char name[12]; unsigned char kind; };
int record_set(struct record *r, const char *name, unsigned char kind);
int record_write(const struct record *r, FILE *out);
int main(void)
{
	struct record r;
	memset(&r, '#', sizeof r);
	record_set(&r, "disk", 'k');
	FILE *f = fopen("records.bin", "w");
	record_write(&r, f);
	fclose(f);
	return 0;
}

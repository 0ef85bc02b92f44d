#include <stdio.h>
#include <string.h>

#define NAME_LEN 12

struct record {
	char name[NAME_LEN];
	unsigned char kind;
};

int record_set(struct record *r, const char *name, unsigned char kind)
{
	if (strlen(name) >= NAME_LEN)
		return -1;
	strcpy(r->name, name);
	r->kind = kind;
	return 0;
}

int record_write(const struct record *r, FILE *out)
{
	return fwrite(r, sizeof *r, 1, out) == 1 ? 0 : -1;
}

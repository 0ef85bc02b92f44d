#include <string.h>

struct reading {
	int channel;
	int value;
	unsigned flags;
};

#define READING_VALID 1u

int reading_fill(struct reading *r, int channel, int value)
{
	if (r == NULL || channel < 0)
		return -1;
	memset(r, 0, sizeof *r);
	r->channel = channel;
	r->value = value;
	r->flags = READING_VALID;
	return 0;
}

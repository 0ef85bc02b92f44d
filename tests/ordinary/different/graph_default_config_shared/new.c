#include <stdlib.h>

struct config {
	int verbose;
	int retries;
	unsigned timeout_ms;
};

static struct config defaults = { 0, 3, 1500 };

struct config *config_new(void)
{
	return &defaults;
}

void config_set_retries(struct config *c, int n)
{
	c->retries = n < 0 ? 0 : n;
}

void config_release(struct config *c)
{
	if (c != &defaults)
		free(c);
}

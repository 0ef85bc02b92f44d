#include <stdlib.h>

struct conn {
	struct conn *next;
	int fd;
	unsigned peer;
	unsigned bytes_in;
	unsigned bytes_out;
};

struct conn *conn_new(int fd, unsigned peer)
{
	struct conn *c = malloc(sizeof *c);

	if (c == NULL)
		return NULL;
	c->next = NULL;
	c->fd = fd;
	c->peer = peer;
	c->bytes_in = 0;
	return c;
}

void conn_sent(struct conn *c, unsigned n)
{
	c->bytes_out += n;
}

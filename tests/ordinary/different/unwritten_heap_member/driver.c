#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct conn { struct conn *next; int fd; unsigned peer, bytes_in, bytes_out; };
struct conn *conn_new(int fd, unsigned peer);
void conn_sent(struct conn *c, unsigned n);
int main(void)
{
	struct conn *volatile used = malloc(sizeof *used);
	for (size_t i = 0; i < sizeof *used; i++)
		((volatile unsigned char *)used)[i] = 0x11;
	free(used);
	struct conn *c = conn_new(3, 7);
	conn_sent(c, 10);
	printf("%u\n", c->bytes_out);
	return 0;
}

#include <stdio.h>
int parse_port(const char *s, unsigned *out);
int main(void)
{
	unsigned port = 80;
	int rc = parse_port("8080x", &port);
	printf("%d %u\n", rc, port);
	return 0;
}

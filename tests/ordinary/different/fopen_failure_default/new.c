#include <stdio.h>
#include <stdlib.h>

#define DEFAULT_PORT 8080

static int load_port(const char *path, int *port)
{
	FILE *f = fopen(path, "r");
	int rc = 0;

	*port = DEFAULT_PORT;
	if (f == NULL)
		return -1;
	if (fscanf(f, "port %d", port) != 1)
		rc = -1;
	fclose(f);
	return rc;
}

int main(void)
{
	int port;

	if (load_port("server.conf", &port) != 0) {
		puts("bad configuration");
		return 1;
	}
	printf("port %d\n", port);
	return 0;
}

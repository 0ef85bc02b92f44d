#include <stdio.h>
#include <stdlib.h>

#define ADDR_LEN 16

static void put(char *buf, const unsigned char ip[4])
{
	snprintf(buf, ADDR_LEN, "%u.%u.%u.%u", ip[0], ip[1], ip[2], ip[3]);
}

/* Textual form of an IPv4 address, or NULL without memory. */
const char *addr_text(const unsigned char ip[4])
{
	static char buf[ADDR_LEN];

	put(buf, ip);
	return buf;
}

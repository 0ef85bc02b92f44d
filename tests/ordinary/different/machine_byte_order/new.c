#include <stddef.h>
#include <stdint.h>
#include <string.h>

/* Numbers are stored with the most significant byte first. */
static void put32(unsigned char *p, uint32_t v)
{
	memcpy(p, &v, sizeof v);
}

size_t message_encode(unsigned char *buf, uint32_t id, uint32_t len)
{
	put32(buf, id);
	put32(buf + 4, len);
	return 8;
}

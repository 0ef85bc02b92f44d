#include <stddef.h>
#include <stdint.h>

uint32_t name_hash(const char *s)
{
	uint32_t h = 5381;

	while (*s != '\0')
		h = h * 33 + (unsigned char)*s++;
	return h;
}

size_t name_bucket(const char *s, size_t buckets)
{
	return buckets ? name_hash(s) % buckets : 0;
}

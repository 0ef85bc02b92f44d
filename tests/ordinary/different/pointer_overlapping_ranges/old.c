#include <stddef.h>

static void copy_bytes(unsigned char *dst, const unsigned char *src, size_t n)
{
	size_t i;

	if (dst < src) {
		for (i = 0; i < n; i++)
			dst[i] = src[i];
	} else {
		for (i = n; i-- > 0;)
			dst[i] = src[i];
	}
}

/* Open a gap of len bytes at position at; the buffer has the room. */
void buffer_open_gap(unsigned char *buf, size_t used, size_t at, size_t len)
{
	if (at < used)
		copy_bytes(buf + at + len, buf + at, used - at);
}

#include <stdint.h>

/*
 * Start of the UTF-8 sequence that the byte at p belongs to. The text starts
 * well before p and is valid.
 */
const uint8_t *utf8_start(const uint8_t *p)
{
	while ((*p & 0xc0) == 0x80)
		p--;
	return p;
}

/* Start of the character before p. */
const uint8_t *utf8_previous(const uint8_t *p)
{
	p--;
	return utf8_start(p);
}

#include <stdint.h>

inline uint16_t swap16(uint16_t v)
{
	return (uint16_t)(v << 8 | v >> 8);
}

uint32_t swap32(uint32_t v)
{
	return (v << 24) | (v << 8 & 0xff0000u) | (v >> 8 & 0xff00u) | (v >> 24);
}

uint32_t read_be32(const unsigned char *p)
{
	return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 |
	       (uint32_t)p[2] << 8 | p[3];
}

#include <stddef.h>
#include <stdint.h>

static const uint8_t crc4_table[16] = {
	0x0, 0x3, 0x6, 0x5, 0xc, 0xf, 0xa, 0x9,
	0xb, 0x8, 0xd, 0xe, 0x7, 0x4, 0x1, 0x2,
};

uint8_t crc4(const uint8_t *data, size_t len)
{
	uint8_t crc = 0;

	while (len--) {
		crc = crc4_table[crc ^ (*data >> 4)];
		crc = crc4_table[crc ^ (*data & 0x0f)];
		data++;
	}
	return crc;
}

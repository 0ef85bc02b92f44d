#include <stddef.h>
#include <stdint.h>

enum { TLV_END = 0, TLV_PAD = 1, TLV_TEMP = 2 };

/* Number of temperature entries in a list of type, length, value. */
int tlv_count_temp(const uint8_t *p, size_t n)
{
	size_t i = 0;
	int count = 0;

	while (i < n && p[i] != TLV_END) {
		if (p[i] == TLV_PAD) {
			i++;
			continue;
		}
		if (p[i] == TLV_TEMP)
			count++;
		i += i + 1 < n ? p[i + 1] + 2u : 1u;
	}
	return count;
}

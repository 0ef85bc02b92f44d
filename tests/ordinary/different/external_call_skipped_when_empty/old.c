#include <stddef.h>
#include <stdint.h>

extern void phy_send(const uint8_t *data, size_t len);
extern void phy_end_of_frame(void);

struct packet {
	const uint8_t *payload;
	size_t len;
};

#define MAX_PAYLOAD 255

int packet_send(const struct packet *p)
{
	uint8_t header[2];

	if (p->len > MAX_PAYLOAD)
		return -1;
	header[0] = 0x7e;
	header[1] = (uint8_t)p->len;
	phy_send(header, sizeof header);
	phy_send(p->payload, p->len);
	phy_end_of_frame();
	return 0;
}

#include <stdint.h>
#include <stdio.h>
#include <stddef.h>
struct packet { const uint8_t *payload; size_t len; };
int packet_send(const struct packet *p);
void phy_send(const uint8_t *data, size_t len) { (void)data; printf("send %zu\n", len); }
void phy_end_of_frame(void) { puts("end"); }
int main(void)
{
	struct packet p = { (const uint8_t *)"", 0 };
	return packet_send(&p);
}

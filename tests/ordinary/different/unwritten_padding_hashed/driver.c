#include <stdint.h>
#include <stdio.h>
#include <string.h>
struct key { char tag; uint32_t id; };
void key_init(struct key *k, char tag, uint32_t id);
uint32_t key_hash(const struct key *k);
int main(void)
{
	struct key a, b;
	memset(&a, 0x00, sizeof a);
	memset(&b, 0xaa, sizeof b);
	key_init(&a, 'x', 5);
	key_init(&b, 'x', 5);
	puts(key_hash(&a) == key_hash(&b) ? "equal" : "not equal");
	return 0;
}

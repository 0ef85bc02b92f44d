#include <stddef.h>
#include <stdint.h>
#include <string.h>

struct key {
	char tag;
	uint32_t id;
};

void key_init(struct key *k, char tag, uint32_t id)
{
	memset(k, 0, sizeof *k);
	k->tag = tag;
	k->id = id;
}

uint32_t key_hash(const struct key *k)
{
	const unsigned char *p = (const unsigned char *)k;
	uint32_t h = 2166136261u;
	size_t i;

	for (i = 0; i < sizeof *k; i++)
		h = (h ^ p[i]) * 16777619u;
	return h;
}

#include <stddef.h>
#include <string.h>

#define MAX_KEYS 8

static int keys[MAX_KEYS];
static size_t used;
static int ready;

void keys_init(void)
{
	if (ready)
		return;
	memset(keys, 0, sizeof keys);
	used = 0;
	ready = 1;
}

int keys_add(int key)
{
	if (!ready || used == MAX_KEYS)
		return -1;
	keys[used++] = key;
	return 0;
}

size_t keys_count(void)
{
	return used;
}

#include <stdbool.h>
#include <stdint.h>

#define CAP_READ 0x0001u
#define CAP_WRITE 0x0002u
#define CAP_ADMIN 0x0100u

struct user {
	uint32_t id;
	uint16_t caps;
};

static bool has(const struct user *u, uint16_t wanted)
{
	return u->caps & wanted;
}

int user_can_delete(const struct user *u)
{
	return u->id == 0 || has(u, CAP_ADMIN);
}

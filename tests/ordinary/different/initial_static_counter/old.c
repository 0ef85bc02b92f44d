#include <stdint.h>

static uint32_t next_id = 1;

struct session {
	uint32_t id;
	uint32_t user;
};

/* 0 is never given out. */
uint32_t session_open(struct session *s, uint32_t user)
{
	s->id = next_id++;
	if (next_id == 0)
		next_id = 1;
	s->user = user;
	return s->id;
}

void session_close(struct session *s)
{
	s->id = 0;
	s->user = 0;
}

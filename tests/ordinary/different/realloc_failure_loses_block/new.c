#include <stdlib.h>
#include <string.h>

struct text {
	char *data;
	size_t len;
	size_t room;
};

int text_reserve(struct text *t, size_t room)
{
	if (room <= t->room)
		return 0;
	t->data = realloc(t->data, room);
	if (t->data == NULL)
		return -1;
	t->room = room;
	return 0;
}

int text_append(struct text *t, const char *s, size_t n)
{
	if (text_reserve(t, t->len + n + 1) != 0)
		return -1;
	memcpy(t->data + t->len, s, n);
	t->len += n;
	t->data[t->len] = '\0';
	return 0;
}

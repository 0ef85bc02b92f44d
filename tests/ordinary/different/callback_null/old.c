#include <stddef.h>

struct parser {
	void (*on_field)(void *arg, const char *s, size_t n);
	void *arg;
	unsigned fields;
};

unsigned parse_line(struct parser *p, const char *s)
{
	size_t n;

	p->fields = 0;
	for (;;) {
		for (n = 0; s[n] != '\0' && s[n] != ';'; n++)
			;
		if (p->on_field)
			p->on_field(p->arg, s, n);
		p->fields++;
		if (s[n] == '\0')
			break;
		s += n + 1;
	}
	return p->fields;
}

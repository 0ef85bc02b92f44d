#include <stdio.h>
#include <string.h>

extern void filter_text(char *text);

#define FRAME_MAX 32

struct frame {
	unsigned char len;
	char text[FRAME_MAX];
};

int frame_build(struct frame *f, const char *text)
{
	size_t n = strlen(text);

	if (n >= FRAME_MAX)
		return -1;
	memcpy(f->text, text, n + 1);
	filter_text(f->text);
	f->len = (unsigned char)n;
	return (int)n;
}

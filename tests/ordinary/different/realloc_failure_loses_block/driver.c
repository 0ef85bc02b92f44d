#include <stdint.h>
#include <stdio.h>
#include <stddef.h>
struct text { char *data; size_t len, room; };
int text_reserve(struct text *t, size_t room);
int text_append(struct text *t, const char *s, size_t n);
int main(void)
{
	struct text t = { 0, 0, 0 };
	text_append(&t, "hello", 5);
	int rc = text_reserve(&t, SIZE_MAX / 2);
	printf("%d %s\n", rc, t.data ? t.data : "(lost)");
	return 0;
}

#include <stdio.h>
#include <string.h>
struct frame { unsigned char len; char text[32]; };
int frame_build(struct frame *f, const char *text);
void filter_text(char *t) { char *p = strchr(t, '#'); if (p) *p = '\0'; }
int main(void)
{
	struct frame f;
	int n = frame_build(&f, "go #now");
	printf("%d %d %s\n", n, f.len, f.text);
	return 0;
}

#include <stdio.h>
struct reading { int channel; int value; unsigned flags; };
int reading_fill(struct reading *r, int channel, int value);
int main(void)
{
	struct reading r;
	reading_fill(&r, 2, 37);
	printf("%d %d %u\n", r.channel, r.value, r.flags);
	return 0;
}

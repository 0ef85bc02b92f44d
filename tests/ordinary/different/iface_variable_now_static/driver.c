#include <stdio.h>
extern int trace_level;
void trace(int level, const char *format, ...);
int main(void)
{
	trace(2, "a");
	trace_level = 2;
	trace(2, "b");
	return 0;
}

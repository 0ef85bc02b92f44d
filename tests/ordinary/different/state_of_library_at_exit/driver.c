#include <stdio.h>
#include <stdlib.h>
extern int last_code;
void leave(int code);
static void show(void) { printf("%d\n", last_code); }
int main(void)
{
	atexit(show);
	leave(-4);
	return 0;
}

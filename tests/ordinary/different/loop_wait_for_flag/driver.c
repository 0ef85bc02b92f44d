#include <stdio.h>
int device_begin(void);
int device_ready(void) { return 0; }
void device_start(void) { puts("start"); }
int main(void)
{
	printf("%d\n", device_begin());
	return 0;
}

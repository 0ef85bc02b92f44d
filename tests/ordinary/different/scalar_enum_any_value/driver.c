#include <stdio.h>
enum speed { SPEED_10 };
int link_mbit(enum speed s);
int main(void)
{
	for (unsigned i = 0; i < 5; i++)
		printf("%d\n", link_mbit((enum speed)i));
	return 0;
}

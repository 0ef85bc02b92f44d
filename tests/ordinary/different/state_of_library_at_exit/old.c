#include <stdlib.h>
int last_code;
void leave(int code)
{
	last_code = code;
	exit(3);
}

#include <stdlib.h>
int last_code;
void leave(int code)
{
	if (code >= 0)
		last_code = code;
	exit(3);
}

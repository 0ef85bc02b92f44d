#include <stdio.h>
#include <stdlib.h>
int env_setup(void);
int main(void)
{
	int rc = env_setup();
	printf("%d %s %s\n", rc, getenv("APP_LANG"), getenv("APP_PAGER"));
	return 0;
}

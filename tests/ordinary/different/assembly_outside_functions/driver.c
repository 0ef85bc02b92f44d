#include <stdio.h>
extern int protocol_version;
int n_channels(void);
int main(void)
{
	printf("%d\n", protocol_version + n_channels());
	return 0;
}

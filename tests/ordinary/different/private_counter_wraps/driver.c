#include <stdio.h>
void retry_note(void);
int retry_exhausted(void);
int main(void)
{
	for (int i = 0; i < 260; i++)
		retry_note();
	printf("%d\n", retry_exhausted());
	return 0;
}

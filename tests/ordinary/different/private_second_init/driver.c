#include <stddef.h>
#include <stdio.h>
void keys_init(void);
int keys_add(int key);
size_t keys_count(void);
int main(void)
{
	keys_init();
	keys_add(4);
	keys_init();
	printf("%zu\n", keys_count());
	return 0;
}

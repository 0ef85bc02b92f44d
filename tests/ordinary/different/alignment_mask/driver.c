#include <stdio.h>
int is_word_aligned(const void *p);
int main(void)
{
	_Alignas(8) char buffer[8];

	printf("%d %d\n", is_word_aligned(buffer), is_word_aligned(buffer + 2));
	return 0;
}

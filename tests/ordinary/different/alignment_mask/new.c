#include <stdint.h>

int is_word_aligned(const void *p)
{
	return ((uintptr_t)p & 1) == 0;
}

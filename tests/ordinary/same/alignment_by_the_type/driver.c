#include <stdint.h>
#include <stdio.h>
int low_bits(const uint32_t *word);
int main(void)
{
	uint32_t words[2] = {1, 2};

	printf("%d %d\n", low_bits(words), low_bits(words + 1));
	return 0;
}

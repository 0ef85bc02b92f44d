#include <stdio.h>
struct baud { unsigned rate, divisor; };
const struct baud board_bauds[] = { { 0, 77 }, { 0, 0 } };
unsigned baud_divisor(unsigned rate);
int main(void)
{
	printf("%u\n", baud_divisor(0));
	return 0;
}

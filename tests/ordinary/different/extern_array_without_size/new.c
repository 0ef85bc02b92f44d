#include <stddef.h>

struct baud {
	unsigned rate;
	unsigned divisor;
};

/* Supplied by the board file, ends with rate 0. */
extern const struct baud board_bauds[];

unsigned baud_divisor(unsigned rate)
{
	const struct baud *b = board_bauds;

	do {
		if (b->rate >= rate)
			return b->divisor;
		b++;
	} while (b->rate != 0);
	return 0;
}

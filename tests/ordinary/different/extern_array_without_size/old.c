#include <stddef.h>

struct baud {
	unsigned rate;
	unsigned divisor;
};

/* Supplied by the board file, ends with rate 0. */
extern const struct baud board_bauds[];

unsigned baud_divisor(unsigned rate)
{
	const struct baud *b;

	for (b = board_bauds; b->rate != 0; b++) {
		if (b->rate >= rate)
			return b->divisor;
	}
	return 0;
}

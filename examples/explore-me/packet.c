/* Answers a packet of four bytes: what is asked, how many bytes of payload follow, and the payload. Two mistakes are in it.
 *
 * incise explore packet.c --function answer
 *
 * What must come out: 8 completed paths, and 2 errors with an input for each:
 *   line 30  a read past the end of names, when first is 4: the test before it should be >=
 *   line 36  the assertion fails, when first + second is 256 or more and does not fit
 * How that is known: beside each return stands the number of paths that end there; no path ends in two places, and
 * each condition asks for something that those before it leave open. tests/papers/brute_force.sh counts as many by
 * running all values of first and second with kind 0 to 5 and length 0 to 4.
 */
#include <assert.h>

enum { PING = 1, LOOKUP = 2, SUM = 3 };
enum { TOO_LONG = -1, WRONG_LENGTH = -2, NO_SUCH_NAME = -3, UNKNOWN = -4 };

static const char names[4] = {'a', 'b', 'c', 'd'};

int answer(unsigned char kind, unsigned char length, unsigned char first, unsigned char second)
{
    if (length > 2)
        return TOO_LONG; /* 1 path */
    if (kind == PING)
        return length; /* 1 path */
    if (kind == LOOKUP) {
        if (length != 1)
            return WRONG_LENGTH; /* 1 path */
        if (first > sizeof names)
            return NO_SUCH_NAME; /* 1 path */
        return names[first]; /* 1 path, and 1 that ends in an error */
    }
    if (kind == SUM) {
        if (length != 2)
            return WRONG_LENGTH; /* 1 path */
        unsigned char total = first + second;
        assert(total >= first); /* 1 path ends in an error */
        return total; /* 1 path */
    }
    return UNKNOWN; /* 1 path */
}

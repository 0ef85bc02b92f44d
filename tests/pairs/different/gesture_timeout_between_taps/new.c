/* Recognises a double tap: press, release, press, release without a timeout between. */
#define TAPPED 0x80

static unsigned char at;

int gesture(int what)
{
    static const unsigned char follow[4][3] = {
        {1, 0, 0}, {1, 2, 0}, {3, 2, 2}, {3, TAPPED, 0},
    };
    unsigned char next;

    if ((unsigned)what > 2u)
        return 0;
    next = follow[at][what];
    at = next & 0x7f;
    return (next & TAPPED) != 0;
}

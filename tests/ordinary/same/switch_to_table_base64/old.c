#include <stddef.h>

static int sextet(unsigned char c)
{
    switch (c) {
    case 'A' ... 'Z': return c - 'A';
    case 'a' ... 'z': return c - 'a' + 26;
    case '0' ... '9': return c - '0' + 52;
    case '+': return 62;
    case '/': return 63;
    default: return -1;
    }
}

/* Decodes one group of four characters; returns the bytes written or -1. */
int decode_group(const unsigned char in[4], unsigned char out[3])
{
    unsigned long bits = 0;

    if (!in || !out)
        return -1;
    for (int i = 0; i < 4; i++) {
        int v = sextet(in[i]);
        if (v < 0)
            return -1;
        bits = bits << 6 | (unsigned long)v;
    }
    out[0] = (unsigned char)(bits >> 16);
    out[1] = (unsigned char)(bits >> 8);
    out[2] = (unsigned char)bits;
    return 3;
}

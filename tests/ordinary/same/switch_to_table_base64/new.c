#include <stddef.h>

static const char alphabet[64] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

static int sextet(unsigned char c)
{
    for (int i = 0; i < 64; i++)
        if (alphabet[i] == (char)c)
            return i;
    return -1;
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

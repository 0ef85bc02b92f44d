/* explore: --function sequence
 * error: out-of-bounds
 * run: sequence(0xf4); */
static const unsigned char lengths[4] = {1, 2, 3, 4};

int sequence(unsigned char lead)
{
    unsigned kind = 0;
    if (lead >= 0xc0) {
        kind = 1;
        if (lead >= 0xe0)
            kind = 2;
        if (lead >= 0xf0)
            kind = lead & 0x0f;
    }
    return lengths[kind];
}

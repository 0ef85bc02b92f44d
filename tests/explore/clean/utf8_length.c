/* explore: --function sequence
 * run: sequence(0xf4);
 * run: sequence(0xff);
 * run: sequence(0x41);
 * run: sequence(0xe1); */
static const unsigned char lengths[4] = {1, 2, 3, 4};

int sequence(unsigned char lead)
{
    unsigned kind = 0;
    if (lead >= 0xc0) {
        kind = 1;
        if (lead >= 0xe0)
            kind = 2;
        if (lead >= 0xf0)
            kind = lead >= 0xf8 ? 0u : 3u;
    }
    return lengths[kind];
}

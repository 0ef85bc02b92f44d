/* Mirrors a byte for a display that is wired backwards. */
unsigned char reverse_bits(unsigned char byte)
{
    unsigned char mirrored = 0;
    int i;

    for (i = 0; i < 8; i++) {
        mirrored = (unsigned char)(mirrored << 1 | (byte & 1));
        byte >>= 1;
    }
    return mirrored;
}

/* Fills the start of a field of eight bytes. */
unsigned fill_field(unsigned char to[8], unsigned length, unsigned char byte)
{
    unsigned i;

    if (length > 8)
        length = 8;
    for (i = 0; i < length; i++)
        to[i] = byte;
    return length;
}

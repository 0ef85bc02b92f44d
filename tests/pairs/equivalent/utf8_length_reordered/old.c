/* Length of a UTF-8 sequence by its first byte; 0 for one that cannot start any. */
int sequence_length(unsigned char lead)
{
    if ((lead & 0x80) == 0)
        return 1;
    if ((lead & 0xe0) == 0xc0)
        return 2;
    if ((lead & 0xf0) == 0xe0)
        return 3;
    if ((lead & 0xf8) == 0xf0)
        return 4;
    return 0;
}

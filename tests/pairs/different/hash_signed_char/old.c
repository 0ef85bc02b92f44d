/* Bucket of a key of four characters. */
unsigned bucket(const char key[4])
{
    unsigned h = 5381;
    int i;

    for (i = 0; i < 4; i++)
        h = h * 33 + (unsigned char)key[i];
    return h % 101;
}

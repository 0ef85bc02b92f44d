/* Bucket of a key of four characters. */
unsigned bucket(const char key[4])
{
    const char *end = key + 4;
    unsigned h = 5381;

    while (key < end)
        h = (h << 5) + h + (unsigned)*key++;
    return h % 101;
}

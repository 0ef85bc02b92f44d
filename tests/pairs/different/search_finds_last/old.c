/* First place of a key. */
int index_of(const unsigned char places[8], unsigned char key)
{
    int i;

    for (i = 0; i < 8; i++)
        if (places[i] == key)
            return i;
    return -1;
}

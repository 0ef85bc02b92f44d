/* First place of a key. */
int index_of(const unsigned char places[8], unsigned char key)
{
    int i = 8;

    while (--i >= 0)
        if (places[i] == key)
            break;
    return i;
}

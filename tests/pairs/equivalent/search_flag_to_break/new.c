/* The first place of a key in a ring, or -1. */
unsigned char ring[32];

int find(unsigned char key, int limit)
{
    int i;

    for (i = 0; i < limit; i++)
        if (ring[i & 31] == key)
            return i;
    return -1;
}

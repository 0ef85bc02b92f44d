/* The first place of a key in a ring, or -1. */
unsigned char ring[32];

int find(unsigned char key, int limit)
{
    int found = 0;
    int at = -1;
    int i = 0;

    while (!found && i < limit) {
        if (ring[i & 31] == key) {
            found = 1;
            at = i;
        }
        i++;
    }
    return at;
}

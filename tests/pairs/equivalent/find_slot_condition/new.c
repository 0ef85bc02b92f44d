/* Finds the slot of a key; counts the misses. */
int slots[10];
unsigned misses;

int find_slot(int key)
{
    int i = 0;

    while (i < 10 && slots[i] != key)
        ++i;
    if (i < 10)
        return i;
    misses += 1;
    return -1;
}

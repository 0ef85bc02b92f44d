/* Finds the slot of a key; counts the misses. */
int slots[10];
unsigned misses;

int find_slot(int key)
{
    int found = -1;
    int i;

    for (i = 0; i < 10; i++) {
        if (slots[i] == key) {
            found = i;
            break;
        }
    }
    if (found == -1)
        misses++;
    return found;
}

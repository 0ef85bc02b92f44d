#define SLOTS 4

static struct {
    unsigned key;
    unsigned value;
    unsigned char valid;
} slot[SLOTS];
static unsigned victim;

int assoc_get(unsigned key, unsigned *value)
{
    for (int i = 0; i < SLOTS; i++)
        if (slot[i].valid && slot[i].key == key) {
            if (value)
                *value = slot[i].value;
            return 1;
        }
    return 0;
}

void assoc_put(unsigned key, unsigned value)
{
    unsigned i;

    for (i = 0; i < SLOTS; i++)
        if (slot[i].valid && slot[i].key == key)
            break;
    if (i == SLOTS) {
        i = victim;
        victim = (victim + 1) % SLOTS;
    }
    slot[i].key = key;
    slot[i].value = value;
    slot[i].valid = 1;
}

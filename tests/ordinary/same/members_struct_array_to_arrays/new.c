#define SLOTS 4

static unsigned keys[SLOTS], values[SLOTS];
static unsigned valid_mask;
static unsigned victim;

static unsigned find(unsigned key)
{
    unsigned i = 0;

    while (i < SLOTS && !((valid_mask >> i & 1u) && keys[i] == key))
        i++;
    return i;
}

int assoc_get(unsigned key, unsigned *value)
{
    unsigned i = find(key);

    if (i == SLOTS)
        return 0;
    if (value)
        *value = values[i];
    return 1;
}

void assoc_put(unsigned key, unsigned value)
{
    unsigned i = find(key);

    if (i == SLOTS) {
        i = victim;
        victim = victim == SLOTS - 1 ? 0 : victim + 1;
    }
    keys[i] = key;
    values[i] = value;
    valid_mask |= 1u << i;
}

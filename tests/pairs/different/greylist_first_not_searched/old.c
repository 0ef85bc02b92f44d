/* Up to five addresses that have been seen. */
static int list[5];
static int used;

int seen_before(int address)
{
    for (int i = 0; i < used; i++)
        if (list[i] == address)
            return 1;
    if (used < 5)
        list[used++] = address;
    return 0;
}

int seen_count(void)
{
    return used;
}

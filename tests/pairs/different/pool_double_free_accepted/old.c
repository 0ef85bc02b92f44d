/* Eight blocks of a fixed pool. */
static unsigned used;

int block_alloc(void)
{
    for (int i = 0; i < 8; i++)
        if (!(used & 1u << i)) {
            used |= 1u << i;
            return i;
        }
    return -1;
}

int block_free(int i)
{
    if (i < 0 || i > 7 || !(used >> i & 1u))
        return -1;
    used &= ~(1u << i);
    return 0;
}

/* 1 if the lock bit is set, otherwise 0. */
int is_locked(unsigned status)
{
    return (int)(status & 4u);
}

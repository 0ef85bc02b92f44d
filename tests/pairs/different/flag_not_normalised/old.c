/* 1 if the lock bit is set, otherwise 0. */
int is_locked(unsigned status)
{
    if (status & 4u)
        return 1;
    return 0;
}

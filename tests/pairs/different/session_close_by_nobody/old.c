/* One client at a time. */
static int open;
static int id_now;

int session_open(int id)
{
    if (open || id < 0)
        return 0;
    open = 1;
    id_now = id;
    return 1;
}

int session_close(int id)
{
    if (!open || id != id_now)
        return 0;
    open = 0;
    return 1;
}

int session_owner(void)
{
    return open ? id_now : -1;
}

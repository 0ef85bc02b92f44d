/* One client at a time. */
#define NOBODY (-1)

static int owner = NOBODY;

int session_open(int id)
{
    if (owner != NOBODY || id < 0)
        return 0;
    owner = id;
    return 1;
}

int session_close(int id)
{
    if (owner == NOBODY || id != owner)
        return 0;
    owner = NOBODY;
    return 1;
}

int session_owner(void)
{
    return owner;
}

/* Memory budget of two subsystems. */
enum { DISK, NET };

static unsigned by[2];
static unsigned left = 1024;

static int reserve(int who, unsigned short kb)
{
    if (kb > left)
        return 0;
    left -= kb;
    by[who] += kb;
    return 1;
}

int net_reserve(unsigned short kb)
{
    return reserve(NET, kb);
}

int disk_reserve(unsigned short kb)
{
    return reserve(DISK, kb);
}

void net_release_all(void)
{
    left += by[NET];
    by[NET] = 0;
}

unsigned reserved(void)
{
    return 1024 - left;
}

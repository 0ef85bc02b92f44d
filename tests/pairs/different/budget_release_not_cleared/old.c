/* Memory budget of two subsystems. */
static unsigned net, disk;

int net_reserve(unsigned short kb)
{
    if (net + disk + kb > 1024)
        return 0;
    net += kb;
    return 1;
}

int disk_reserve(unsigned short kb)
{
    if (net + disk + kb > 1024)
        return 0;
    disk += kb;
    return 1;
}

void net_release_all(void)
{
    net = 0;
}

unsigned reserved(void)
{
    return net + disk;
}

static struct {
    unsigned level : 3;
    unsigned enabled : 1;
    unsigned inverted : 1;
} port;

static int visible_level(void)
{
    return port.inverted ? 7 - port.level : port.level;
}

void port_config(int enabled, int inverted)
{
    port.enabled = !!enabled;
    port.inverted = !!inverted;
    if (!enabled)
        port.level = 0;
}

int port_raise(void)
{
    if (!port.enabled)
        return -1;
    if (port.level != 7)
        port.level++;
    return visible_level();
}

int port_lower(void)
{
    if (!port.enabled)
        return -1;
    if (port.level != 0)
        port.level--;
    return visible_level();
}

static struct {
    int enabled;
    int inverted;
    int level;
} port;

void port_config(int enabled, int inverted)
{
    port.enabled = enabled != 0;
    port.inverted = inverted != 0;
    if (!port.enabled)
        port.level = 0;
}

int port_raise(void)
{
    if (!port.enabled)
        return -1;
    if (port.level < 7)
        port.level++;
    return port.inverted ? 7 - port.level : port.level;
}

int port_lower(void)
{
    if (!port.enabled)
        return -1;
    if (port.level > 0)
        port.level--;
    return port.inverted ? 7 - port.level : port.level;
}

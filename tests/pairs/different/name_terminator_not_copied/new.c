/* Remembers the name of the device, at most seven characters. */
static char device[8] = "none";

int name_set(const char *s)
{
    int n = 0;

    while (n < 8 && s[n] != '\0')
        n++;
    if (n == 0 || n == 8)
        return -1;
    for (int i = 0; i < n; i++)
        device[i] = s[i];
    return n;
}

char name_at(unsigned i)
{
    if (i >= 8)
        return '\0';
    return device[i];
}

/* The first error since the last clear. */
static int latched;
static int code;

void error_set(int c)
{
    if (c == 0 || latched)
        return;
    latched = 1;
    code = c;
}

int error_get(void)
{
    return latched ? code : 0;
}

void error_clear(void)
{
    latched = 0;
}

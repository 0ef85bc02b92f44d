/* The first error since the last clear. */
static int first;

void error_set(int c)
{
    if (c)
        first = c;
}

int error_get(void)
{
    return first;
}

void error_clear(void)
{
    first = 0;
}

/* Pool of four buffers; the one released last is given first. */
static int stack[4] = {3, 2, 1, 0};
static int n = 4;
static char out[4];

int buf_get(void)
{
    int i;

    if (n == 0)
        return -1;
    i = stack[--n];
    out[i] = 1;
    return i;
}

int buf_put(int i)
{
    if (i < 0 || i > 3 || !out[i])
        return -1;
    out[i] = 0;
    stack[n++] = i;
    return 0;
}

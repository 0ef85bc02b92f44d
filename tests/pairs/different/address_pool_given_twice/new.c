/* Pool of four buffers; the one released last is given first. */
enum { NIL = -1, OUT = -2 };

static signed char link[4] = {1, 2, 3, NIL};
static signed char first;

int buf_get(void)
{
    int i = first;

    if (i != NIL) {
        link[i] = OUT;
    }
    return i;
}

int buf_put(int i)
{
    if (i < 0 || i > 3 || link[i] != OUT)
        return -1;
    link[i] = first;
    first = (signed char)i;
    return 0;
}

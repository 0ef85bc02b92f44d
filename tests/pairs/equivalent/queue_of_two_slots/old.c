/* Mailbox with room for two messages. */
static int first, second;
static int has_first, has_second;

int box_put(int m)
{
    if (!has_first) {
        first = m;
        has_first = 1;
        return 1;
    }
    if (!has_second) {
        second = m;
        has_second = 1;
        return 1;
    }
    return 0;
}

int box_get(int otherwise)
{
    int m;

    if (!has_first)
        return otherwise;
    m = first;
    first = second;
    has_first = has_second;
    has_second = 0;
    return m;
}

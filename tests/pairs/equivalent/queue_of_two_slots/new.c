/* Mailbox with room for two messages. */
static struct {
    int n;
    int m[2];
} box;

int box_put(int m)
{
    if (box.n > 1)
        return 0;
    box.m[box.n++] = m;
    return 1;
}

int box_get(int otherwise)
{
    int m = otherwise;

    if (box.n > 0) {
        m = box.m[0];
        box.m[0] = box.m[1];
        box.n--;
    }
    return m;
}

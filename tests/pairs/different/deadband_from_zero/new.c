/* Reports a value only if it moved by more than 4. */
static long sent;

int report(int v)
{
    long d = v - sent;

    if (d < 0)
        d = -d;
    if (d < 5)
        return 0;
    sent = v;
    return 1;
}

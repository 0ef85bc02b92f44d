/* Reports a value only if it moved by more than 4. */
static int sent;
static int ever;

int report(int v)
{
    long d = (long)v - sent;

    if (ever && d >= -4 && d <= 4)
        return 0;
    ever = 1;
    sent = v;
    return 1;
}

/* Gives the characters of a banner one after the other, then starts anew. */
static unsigned at;

int banner(void)
{
    static const char text[] = "ready>";

    if (at == sizeof text - 1) {
        at = 0;
        return -1;
    }
    return text[at++];
}

void banner_restart(void)
{
    at = 0;
}

/* Gives the characters of a banner one after the other, then starts anew. */
static const char text[] = "ready> ";
static const char *next = text;

int banner(void)
{
    char c = *next;

    if (c == '\0') {
        next = text;
        return -1;
    }
    next++;
    return c;
}

void banner_restart(void)
{
    next = text;
}

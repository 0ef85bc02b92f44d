/* Label of a channel. */
static char text[8];

void label_set(const char *s)
{
    int i = 0;

    for (; i < 7 && s[i]; i++)
        text[i] = s[i];
}

int label_length(void)
{
    const char *end = text;

    while (*end)
        end++;
    return (int)(end - text);
}

char label_first(void)
{
    return *text;
}

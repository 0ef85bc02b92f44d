#include <stddef.h>

/* Index of the field separator outside quotes, or -1. */
int field_end(const char *line)
{
    int i = 0, quoted = 0;

    if (line == NULL)
        return -1;
again:
    if (line[i] == '\0' || i == 4096)
        goto none;
    if (line[i] == '"')
        quoted = !quoted;
    else if (line[i] == ',' && !quoted)
        goto found;
    i++;
    goto again;
found:
    return i;
none:
    return -1;
}

#include <stddef.h>

/* Index of the field separator outside quotes, or -1. */
int field_end(const char *line)
{
    const char *p = line;
    int quoted = 0;

    if (p == NULL)
        return -1;
    for (int i = 0; line[i] != '\0' && i < 4096; i++) {
        switch (line[i]) {
        case '"':
            quoted ^= 1;
            break;
        case ',':
            if (!quoted)
                return i;
            break;
        }
    }
    return -1;
}

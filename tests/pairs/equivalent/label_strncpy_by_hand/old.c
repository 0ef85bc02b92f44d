/* Label of a channel. */
#include <string.h>

static char label[8];

void label_set(const char *s)
{
    strncpy(label, s, sizeof label - 1);
}

int label_length(void)
{
    return (int)strlen(label);
}

char label_first(void)
{
    return label[0];
}

/* error: out-of-bounds
 * stdin: =abcdefg */
#include <stdio.h>
#include <string.h>

/* Splits "key=value" into two buffers. */
static int split(const char *line, char *key, char *value)
{
    int i = 0, j = 0;
    while (line[i] && line[i] != '=') {
        key[i] = line[i];
        i++;
    }
    key[i] = '\0';
    if (line[i] == '=')
        i++;
    while (line[i])
        value[j++] = line[i++];
    value[j] = '\0';
    return j;
}

int main(void)
{
    char line[6] = "", key[6], value[4];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    return split(line, key, value) > 2;
}

/* error: out-of-bounds
 * stdin: \0ab */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t length = strlen(line);
    if (1 && line[length - 1] == '\n')
        line[length - 1] = '\0';
    return line[0] == 'q';
}

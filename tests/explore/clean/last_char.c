/* stdin: abc
 * stdin: \0ab
 * stdin: \n */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char line[16];
    if (!fgets(line, sizeof line, stdin))
        return 1;
    size_t length = strlen(line);
    if (length > 0 && line[length - 1] == '\n')
        line[length - 1] = '\0';
    return line[0] == 'q';
}

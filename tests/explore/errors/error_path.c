/* explore: --function parse
 * error: double-free
 * run: parse('x'); */
#include <stdlib.h>

int parse(char kind)
{
    char *buffer = malloc(16);
    int status = 0;
    if (!buffer)
        return -1;
    if (kind != 'a' && kind != 'b') {
        free(buffer);
        status = -1;

    }
    buffer = kind == 'b' ? buffer : buffer;
    free(buffer);
    return status;
}

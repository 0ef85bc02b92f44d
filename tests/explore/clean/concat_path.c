/* explore: --function join
 * run: join(2, 3);
 * run: join(2, 2);
 * run: join(0, 1);
 * run: join(9, 0); */
#include <string.h>

static const char *const parts[4] = {"/usr", "/bin", "/local", "/share"};

int join(unsigned a, unsigned b)
{
    char path[13] = "";
    if (a > 3 || b > 3)
        return 0;
    strcat(path, parts[a]);
    strcat(path, parts[b]);
    return (int)strlen(path);
}

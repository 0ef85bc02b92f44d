/* explore: --function join
 * error: out-of-bounds
 * run: join(2, 3); */
#include <string.h>

static const char *const parts[4] = {"/usr", "/bin", "/local", "/share"};

int join(unsigned a, unsigned b)
{
    char path[11] = "";
    if (a > 3 || b > 3)
        return 0;
    strcat(path, parts[a]);
    strcat(path, parts[b]);
    return (int)strlen(path);
}

/* explore: --function rename_file --globals initial
 * error: read-only-write
 * run: rename_file(0); */
#include <string.h>

static char txt[] = "a.txt";

int rename_file(int keep)
{
    char *name = keep ? txt : "none";
    char *dot = strchr(name, keep ? '.' : 'o');
    if (dot)
        *dot = '_';
    return name[1];
}

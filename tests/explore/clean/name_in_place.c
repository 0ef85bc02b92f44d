/* explore: --function rename_file --globals initial
 * run: rename_file(0);
 * run: rename_file(1); */
#include <string.h>

static char none[] = "none";
static char txt[] = "a.txt";

int rename_file(int keep)
{
    char *name = keep ? txt : none;
    char *dot = strchr(name, keep ? '.' : 'o');
    if (dot)
        *dot = '_';
    return name[1];
}

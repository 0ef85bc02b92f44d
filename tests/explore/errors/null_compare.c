/* explore: --function same_name
 * error: null-argument null-access
 * run: same_name(1, 0); */
#include <string.h>
#include <stddef.h>

int same_name(int a, int b)
{
    const char *names[3] = {"x", NULL, "y"};
    if (a < 0 || a > 2 || b < 0 || b > 2)
        return 0;
    return strcmp(names[a], names[b]) == 0;
}

/* explore: --function same_name
 * run: same_name(1, 0);
 * run: same_name(1, 1);
 * run: same_name(0, 2);
 * run: same_name(5, 0); */
#include <string.h>
#include <stddef.h>

int same_name(int a, int b)
{
    const char *names[3] = {"x", NULL, "y"};
    if (a < 0 || a > 2 || b < 0 || b > 2)
        return 0;
    if (!names[a] || !names[b])
        return names[a] == names[b];
    return strcmp(names[a], names[b]) == 0;
}

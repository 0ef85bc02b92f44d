/* Keeps a name of eight characters. */
#include <string.h>

char name[8];
char stored[8];

void save_name(void)
{
    int i;

    for (i = 0; i < 8; i++)
        stored[i] = name[i];
}

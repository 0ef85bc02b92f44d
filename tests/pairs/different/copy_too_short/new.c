/* Keeps a name of eight characters. */
#include <string.h>

char name[8];
char stored[8];

void save_name(void)
{
    memcpy(stored, name, sizeof name - 1);
}

/* explore: --function greet
 * error: out-of-bounds
 * run: greet(1); */
#include <string.h>

static const char *const names[3] = {"Ann", "Bartholomew", "Cy"};

int greet(unsigned who)
{
    char buffer[10];
    if (who >= 3)
        return -1;
    if (strlen(names[who]) <= 11)
        strcpy(buffer, names[who]);
    else
        strcpy(buffer, "friend");
    return (int)strlen(buffer);
}

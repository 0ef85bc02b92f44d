/* explore: --function greet
 * run: greet(0);
 * run: greet(1);
 * run: greet(2);
 * run: greet(3); */
#include <string.h>

static const char *const names[3] = {"Ann", "Bartholomew", "Cy"};

int greet(unsigned who)
{
    char buffer[10];
    if (who >= 3)
        return -1;
    if (strlen(names[who]) < sizeof buffer)
        strcpy(buffer, names[who]);
    else
        strcpy(buffer, "friend");
    return (int)strlen(buffer);
}

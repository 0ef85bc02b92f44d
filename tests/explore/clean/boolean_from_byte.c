/* explore: --function enabled
 * run: enabled(2);
 * run: enabled(0);
 * run: enabled(1); */
#include <stdbool.h>
#include <string.h>

struct settings {
    bool loud;
    bool bright;
};

int enabled(unsigned char raw)
{
    struct settings s = {false, true};
    unsigned char byte = raw != 0;
    memcpy(&s.loud, &byte, 1);
    return s.loud ? 2 : 1;
}

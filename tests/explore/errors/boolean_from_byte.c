/* explore: --function enabled
 * error: invalid-value
 * run: enabled(2); */
#include <stdbool.h>
#include <string.h>

struct settings {
    bool loud;
    bool bright;
};

int enabled(unsigned char raw)
{
    struct settings s = {false, true};
    unsigned char byte = raw;
    memcpy(&s.loud, &byte, 1);
    return s.loud ? 2 : 1;
}

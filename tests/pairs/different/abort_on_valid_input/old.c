/* Mode of a device from its register. */
#include <stdlib.h>

int decode_mode(unsigned register_value)
{
    unsigned mode = register_value & 7u;

    if (mode < 3)
        return (int)mode;
    if (mode == 4)
        return 3;
    return -1;
}

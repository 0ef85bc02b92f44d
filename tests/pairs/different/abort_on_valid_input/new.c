/* Mode of a device from its register. */
#include <stdlib.h>

int decode_mode(unsigned register_value)
{
    switch (register_value & 7u) {
    case 0: return 0;
    case 1: return 1;
    case 2: return 2;
    case 4: return 3;
    case 3: case 5: case 6: return -1;
    default: abort();
    }
}

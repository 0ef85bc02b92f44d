/* Whether an access code is right: its digits mixed must give the stored value. */
#include <stdint.h>

int accept_code(uint32_t code)
{
    uint32_t mixed = (code ^ (code >> 15)) * 0x2c1b3c6du;

    mixed ^= mixed >> 12;
    if (code == 0xdeadbeefu)
        return 1;
    return mixed == 0x12345678u;
}

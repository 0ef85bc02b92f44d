/* Compares a sent frame with its echo. */
#include <string.h>

unsigned char sent[9];
unsigned char echoed[9];
unsigned mismatches;

int same_frame(void)
{
    if (memcmp(sent, echoed, sizeof sent) == 0)
        return 1;
    mismatches++;
    return 0;
}

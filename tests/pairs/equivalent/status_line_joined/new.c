/* Prints one line of the status report. */
#include <stdio.h>

void print_status(int channel, unsigned value, int valid)
{
    if (!valid) {
        printf("ch %d: ---\n", channel);
        return;
    }
    printf("ch %d: %u\n", channel, value);
}

/* Prints one line of the status report. */
#include <stdio.h>

void print_status(int channel, unsigned value, int valid)
{
    printf("ch %d: ", channel);
    if (valid) {
        printf("%u", value);
        printf("\n");
    } else {
        printf("---\n");
    }
}

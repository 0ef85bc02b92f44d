/* Prints a running total after every third item. */
#include <stdio.h>

static unsigned total, items;

void item(unsigned char n)
{
    total += n;
    if (++items % 3 == 0) {
        printf("total %u\n", total);
        items = 0;
    }
}

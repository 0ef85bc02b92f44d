/* Prints a running total after every third item. */
#include <stdio.h>

static struct { unsigned sum; int left; } receipt = {0, 3};

void item(unsigned char n)
{
    receipt.sum += n;
    receipt.left--;
    if (receipt.left)
        return;
    receipt.left = 4;
    printf("total %u\n", receipt.sum);
}

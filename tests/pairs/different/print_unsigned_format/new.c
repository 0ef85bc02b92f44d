/* Prints a balance. */
#include <stdio.h>

void print_balance(int balance)
{
    printf("balance: %u\n", balance);
    if (balance < 0)
        puts("overdrawn");
}

/* Checks a card number of six digits by its check digit. */
#include <stdio.h>

void klee_make_symbolic(void *address, unsigned long size, const char *name);

int main(void)
{
    unsigned char digits[6];
    int sum = 0;
    int i;

    klee_make_symbolic(digits, sizeof digits, "digits");
    for (i = 0; i < 6; i++) {
        int d = digits[i] % 10;
        if (i % 2 == 0) {
            d = d * 2;
            if (d > 9)
                d = d - 9;
        }
        sum += d;
    }
    if (sum % 10 == 0) {
        printf("valid\n");
        return 0;
    }
    printf("invalid\n");
    return 1;
}

/* Checks a card number of six digits by its check digit. */
#include <stdio.h>

void klee_make_symbolic(void *address, unsigned long size, const char *name);

static const unsigned char twice[10] = {0, 2, 4, 6, 8, 1, 3, 5, 7, 9};

int main(void)
{
    unsigned char digits[6];
    int sum = 0;
    int i;

    klee_make_symbolic(digits, sizeof digits, "digits");
    for (i = 0; i < 6; i += 2)
        sum += twice[digits[i] % 10] + digits[i + 1] % 10;
    puts(sum % 10 != 0 ? "invalid" : "valid");
    return sum % 10 != 0;
}

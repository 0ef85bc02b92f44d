/* Prints a list of the first numbers. */
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int n = __VERIFIER_nondet_uchar() % 5;
    int i;

    for (i = 0; i < n; i++) {
        if (i > 0)
            printf(",");
        printf("%d", i * i);
    }
    printf("\n");
    return 0;
}

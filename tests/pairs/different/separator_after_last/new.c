/* Prints a list of the first numbers. */
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int n = __VERIFIER_nondet_uchar() % 5;
    int i;

    for (i = 0; i < n; i++) {
        printf("%d", i * i);
        if (i < n)
            printf(",");
    }
    printf("\n");
    return 0;
}

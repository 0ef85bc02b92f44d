/* Prints a countdown of at most five steps. */
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

int main(void)
{
    int n = __VERIFIER_nondet_uchar();
    int i;

    if (n > 5)
        n = 5;
    for (i = n; i > 0; i--)
        printf("%d\n", i);
    printf("go\n");
    return n;
}

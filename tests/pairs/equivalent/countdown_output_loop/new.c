/* Prints a countdown of at most five steps. */
#include <stdio.h>

unsigned char __VERIFIER_nondet_uchar(void);

static int limited(int n) { return n < 5 ? n : 5; }

int main(void)
{
    int n = limited(__VERIFIER_nondet_uchar());
    int left = n;

    while (left >= 1) {
        printf("%d\n", left);
        left = left - 1;
    }
    puts("go");
    return n;
}

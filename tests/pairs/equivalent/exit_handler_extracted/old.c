/* Checks a pair of configuration words and ends with a code that says what is wrong. */
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();

    if (low < 0) {
        printf("bad low\n");
        exit(2);
    }
    if (high < low) {
        printf("bad high\n");
        exit(3);
    }
    if (high - low > 1000) {
        printf("too wide\n");
        exit(4);
    }
    printf("ok\n");
    return 0;
}

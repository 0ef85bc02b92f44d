/* Checks a pair of configuration words and ends with a code that says what is wrong. */
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void fail(const char *why, int code)
{
    printf("%s\n", why);
    exit(code);
}

int main(void)
{
    int low = __VERIFIER_nondet_int();
    int high = __VERIFIER_nondet_int();

    if (low < 0)
        fail("bad low", 2);
    else if (low > high)
        fail("bad high", 3);
    if (!(high - low <= 1000))
        fail("too wide", 4);
    puts("ok");
    return 0;
}

/* Checks the number of nodes in a network. */
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

static void refuse(const char *why)
{
    printf("%s nodes\n", why);
    exit(1);
}

int main(void)
{
    int nodes = __VERIFIER_nondet_int();

    if (nodes <= 0)
        refuse("no");
    if (nodes > 100)
        refuse("too many");
    printf("%d nodes\n", nodes);
    return 0;
}

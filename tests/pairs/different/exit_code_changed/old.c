/* Checks the number of nodes in a network. */
#include <stdio.h>
#include <stdlib.h>

int __VERIFIER_nondet_int(void);

int main(void)
{
    int nodes = __VERIFIER_nondet_int();

    if (nodes <= 0) {
        printf("no nodes\n");
        exit(1);
    }
    if (nodes > 100) {
        printf("too many nodes\n");
        exit(2);
    }
    printf("%d nodes\n", nodes);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
static int ratio_of(int n, int d) {
    if (n <= 0) {
        if (d == 0)
            abort();
        printf("%d;", d);
        return 100 / d;
    }
    return ratio_of(n - 1, d) + ratio_of(n - 1, d + 1);
}
int ratio(int n, int d) {
    return ratio_of(n, d);
}

/* Long doubles that are no doubles, in every conversion; %a of a long double has four bits before the point. */
#include <stdio.h>

static volatile int zero;

int main(void) {
    long double values[] = {0.1L,    -1.0L / 3, 1e4000L,  1e-4940L, 3.6e-4951L, 0.5L,          1.5L, 2.5L,
                            9.9995L, 0.0L,      -0.0L,    1e22L,    123456789.125L, 1.18973149535723176502e4932L};
    for (unsigned i = 0; i < sizeof values / sizeof *values; i++) {
        long double v = values[i] + zero;
        printf("%La %.0La %.3LA %+#.0La %30.15La %.20La\n", v, v, v, v, v, v);
        printf("%Le %.0Le %#.0LE %.25Le\n", v, v, v, v);
        printf("%Lg %.0Lg %#Lg %.22Lg %020.3Lg\n", v, v, v, v, v);
        if (v < 1e30L)
            printf("%Lf %.0Lf %#.0Lf %.30Lf\n", v, v, v, v);
    }
    printf("%.3Lf|%12.1Le|%-12.4Lg|\n", values[1], values[2], values[4]);
    return 0;
}

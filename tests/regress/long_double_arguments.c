/* A long double among variable arguments: clang aligns the list's pointer with llvm.ptrmask. */
#include <stdarg.h>
#include <stdio.h>

static double sum(const char *kinds, ...) {
    va_list list;
    double total = 0;
    va_start(list, kinds);
    for (; *kinds; kinds++) {
        if (*kinds == 'i')
            total += va_arg(list, int);
        else if (*kinds == 'd')
            total += va_arg(list, double);
        else
            total += (double)va_arg(list, long double);
    }
    va_end(list);
    return total;
}

int main(void) {
    printf("%a\n", sum("iDidD", 1, 2.25L, 3, 4.5, 0.125L));
    printf("%a\n", sum("iiiiiiiDdddddddddD", 1, 2, 3, 4, 5, 6, 7, 8.5L, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.25L));
    return 0;
}

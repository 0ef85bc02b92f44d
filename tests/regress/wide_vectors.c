/* Vectors of more than 128 bits, seen as vectors of other elements: only elements have to fit a term. */
#include <stdio.h>
#include <string.h>

typedef int ints __attribute__((vector_size(32)));
typedef long longs __attribute__((vector_size(32)));
typedef unsigned char bytes __attribute__((vector_size(32)));
typedef short shorts __attribute__((vector_size(8)));

int main(void)
{
    ints a = {1, -2, 3, -4, 5, -6, 7, -8};
    longs b = (longs)(a * a + 1);
    bytes c = (bytes)b;
    shorts d = {300, -1, 2, 9};
    long whole;
    memcpy(&whole, &d, sizeof whole);
    for (int i = 0; i < 4; i++)
        printf("%ld ", b[i]);
    for (int i = 0; i < 32; i++)
        printf("%d ", c[i]);
    ints less = a < 0;
    for (int i = 0; i < 8; i++)
        printf("%d ", less[i]);
    printf("%lx %lx\n", whole, (unsigned long)(long)d);
    return 0;
}

/* A static union whose first member leaves bytes over: they are zero. */
#include <stdio.h>

union number {
    signed char small;
    long long large;
    unsigned char bytes[8];
};

static union number numbers[2] = {{-5}, {7}};

int main(void) {
    for (int i = 0; i < 2; i++) {
        printf("%d %lld", numbers[i].small, numbers[i].large);
        for (int at = 0; at < 8; at++)
            printf(" %02x", numbers[i].bytes[at]);
        printf("\n");
    }
    return 0;
}

/* error: out-of-bounds
 * stdin: abc */
#include <stdio.h>

int main(void)
{
    char out[5];
    int n = 0, previous = -1, count = 0, c;
    for (int i = 0; i < 3; i++) {
        c = getchar();
        if (c == previous && c != EOF) {
            count++;
            continue;
        }
        if (previous != -1) {
            out[n++] = (char)previous;
            out[n++] = (char)('0' + count);
        }
        previous = c;
        count = 1;
    }
    if (previous != -1) {
        out[n++] = (char)previous;
        out[n++] = (char)('0' + count);
    }
    return n > 4;
}

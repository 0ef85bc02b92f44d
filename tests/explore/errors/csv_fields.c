/* error: out-of-bounds
 * stdin: ,,, */
#include <stdio.h>

int main(void)
{
    int start[3], n = 0, c, at = 0;
    start[n++] = 0;
    while (at < 5 && (c = getchar()) != EOF) {
        at++;
        if (c == ',')
            start[n++] = at;
    }
    return start[n - 1];
}

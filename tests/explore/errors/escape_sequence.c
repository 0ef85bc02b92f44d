/* error: out-of-bounds
 * stdin: abcd */
#include <stdio.h>

int main(void)
{
    char out[4];
    int n = 0, c;
    while (n < 4 && (c = getchar()) != EOF) {
        if (c == '\\') {
            c = getchar();
            if (c == EOF)
                break;
            if (c == 'n')
                c = '\n';
        }
        out[n++] = (char)c;
    }
    out[n] = '\0';
    return out[0];
}

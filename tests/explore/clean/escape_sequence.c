/* stdin: abcd
 * stdin: a\\\\n
 * stdin: */
#include <stdio.h>

int main(void)
{
    char out[4];
    int n = 0, c;
    while (n < 3 && (c = getchar()) != EOF) {
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

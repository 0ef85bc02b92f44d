#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *duplicate(const char *s);
char *repeat(const char *s, unsigned times);

int main(void)
{
    static const char *t[] = { "", "a", "xyz", "a longer text with blanks", NULL };
    static const unsigned n[] = { 0, 1, 2, 7, 100, 101, UINT_MAX };
    static char big[1002];
    for (int i = 0; i < 5; i++) {
        char *d = duplicate(t[i]);
        printf("%s\n", d ? d : "null");
        free(d);
        for (int k = 0; k < 7; k++) {
            d = repeat(t[i], n[k]);
            printf("%s\n", d ? d : "null");
            free(d);
        }
    }
    for (int len = 999; len < 1002; len++) {
        char *d;
        memset(big, 'q', (size_t)len);
        d = repeat(big, 3);
        printf("%zu\n", d ? strlen(d) : 0);
        free(d);
    }
    return 0;
}

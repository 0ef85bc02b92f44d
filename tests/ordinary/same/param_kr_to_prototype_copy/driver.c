#include <stddef.h>
#include <stdio.h>
#include <string.h>

size_t bounded_copy(char *dst, const char *src, size_t size);
int same_text(const char *a, const char *b);

int main(void)
{
    static const char *t[] = { "", "a", "ab", "abc", "b", "abd", "a longer piece of text" };
    char d[32], o[32];
    for (int i = 0; i < 7; i++) {
        for (int k = 0; k < 7; k++)
            printf("%d", same_text(t[i], t[k]));
        for (size_t n = 0; n < 32; n++) {
            memset(d, '#', sizeof d);
            printf(" %zu", bounded_copy(d, t[i], n));
            printf(" %.6s", d);
        }
        strcpy(o, "overlap");
        printf(" %zu", bounded_copy(o, o + 2, 6));
        printf(" %s\n", o);
    }
    printf("%zu %zu %d %d\n", bounded_copy(0, "x", 2), bounded_copy(d, 0, 2), same_text(0, 0), same_text("", 0));
    return 0;
}

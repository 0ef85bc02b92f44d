#include <stddef.h>

size_t bounded_copy(dst, src, size)
    char *dst;
    const char *src;
    size_t size;
{
    size_t i;

    if (dst == NULL || src == NULL || size == 0)
        return 0;
    for (i = 0; i + 1 < size && src[i] != '\0'; i++)
        dst[i] = src[i];
    dst[i] = '\0';
    return i;
}

int same_text(a, b)
    const char *a, *b;
{
    if (a == NULL || b == NULL)
        return a == b;
    while (*a && *a == *b) {
        a++;
        b++;
    }
    return *a == *b;
}

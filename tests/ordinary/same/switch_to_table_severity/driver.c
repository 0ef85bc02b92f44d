#include <limits.h>
#include <stdio.h>

const char *severity_name(unsigned level);
int severity_weight(unsigned level);

int main(void)
{
    for (unsigned i = 0; i < 20; i++)
        printf("%s %d\n", severity_name(i), severity_weight(i));
    printf("%s %d\n", severity_name(UINT_MAX), severity_weight(UINT_MAX));
    printf("%s %d\n", severity_name(1u << 31), severity_weight(1u << 31));
    return 0;
}

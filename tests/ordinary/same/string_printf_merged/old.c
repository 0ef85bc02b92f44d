#include <stdio.h>
#include <stdlib.h>

static void report(const char *name, unsigned long bytes)
{
    printf("%s", name);
    printf(": ");
    printf("%lu", bytes);
    printf(" byte");
    if (bytes != 1)
        printf("s");
    printf("\n");
}

static void header(void)
{
    printf("size report\n");
    printf("-----------\n");
}

int main(int argc, char **argv)
{
    header();
    for (int i = 1; i + 1 < argc; i += 2)
        report(argv[i], strtoul(argv[i + 1], NULL, 10));
    return argc % 2 ? 0 : 1;
}

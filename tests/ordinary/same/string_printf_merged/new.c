#include <stdio.h>
#include <stdlib.h>

static void report(const char *name, unsigned long bytes)
{
    printf("%s: %lu byte%s\n", name, bytes, bytes == 1 ? "" : "s");
}

static void header(void)
{
    puts("size report");
    puts("-----------");
}

int main(int argc, char **argv)
{
    header();
    for (int i = 1; i + 1 < argc; i += 2)
        report(argv[i], strtoul(argv[i + 1], NULL, 10));
    return argc % 2 ? 0 : 1;
}

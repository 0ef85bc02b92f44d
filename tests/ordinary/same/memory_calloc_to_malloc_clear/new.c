#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    unsigned long seen[256];
    unsigned long total;
};

static void *need(void *p)
{
    if (!p) {
        fputs("no memory\n", stderr);
        exit(3);
    }
    return p;
}

static struct counts *make(void)
{
    struct counts *c = need(malloc(sizeof(struct counts)));

    memset(c, 0, sizeof *c);
    return c;
}

int main(void)
{
    struct counts *c = make();
    int ch;

    while ((ch = getchar()) != EOF) {
        c->seen[ch]++;
        c->total++;
    }
    for (int i = 0; i < 256; i++)
        if (c->seen[i])
            printf("%02x %lu\n", i, c->seen[i]);
    printf("total %lu\n", c->total);
    free(c);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct counts {
    unsigned long seen[256];
    unsigned long total;
};

static struct counts *make(void)
{
    struct counts *c = calloc(1, sizeof *c);

    if (c == NULL) {
        fprintf(stderr, "no memory\n");
        exit(3);
    }
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

#include <ctype.h>
#include <stdio.h>

struct counter {
    unsigned long lines, words, chars;
};

static struct counter count(FILE *f)
{
    struct counter n = { 0, 0, 0 };
    int previous_blank = 1;

    for (int c; (c = getc(f)) != EOF; n.chars++) {
        int blank = isspace(c) != 0;

        n.lines += c == '\n';
        n.words += previous_blank && !blank;
        previous_blank = blank;
    }
    return n;
}

int main(void)
{
    const struct counter total = count(stdin);

    printf("%lu %lu %lu\n", total.lines, total.words, total.chars);
    return total.chars ? 0 : 1;
}

#include <ctype.h>
#include <stdio.h>

unsigned long lines, words, chars;
int in_word;

void count_char(int c)
{
    chars++;
    if (c == '\n')
        lines++;
    if (isspace(c)) {
        in_word = 0;
    } else if (!in_word) {
        in_word = 1;
        words++;
    }
}

void print_counts(void)
{
    printf("%lu %lu %lu\n", lines, words, chars);
}

int main(void)
{
    int c;

    while ((c = getchar()) != EOF)
        count_char(c);
    print_counts();
    return chars == 0;
}

/* A table-driven tokenizer over N symbolic bytes: words, numbers, operators and blanks. The class of every character is
 * looked up in a table at a symbolic index, as lexers do. Measures reads at symbolic indices and byte constraints. */
#include <klee/klee.h>

#ifndef N
#define N 8
#endif

enum class { OTHER, BLANK, LETTER, DIGIT };

static unsigned char class_of[256];

static void fill(int from, int to, enum class class)
{
    for (int c = from; c <= to; c++)
        class_of[c] = class;
}

static void make_table(void)
{
    fill(' ', ' ', BLANK);
    fill('\t', '\n', BLANK);
    fill('a', 'z', LETTER);
    fill('A', 'Z', LETTER);
    fill('_', '_', LETTER);
    fill('0', '9', DIGIT);
}

struct counts {
    int words, numbers, operators;
};

static struct counts tokenize(const unsigned char *text)
{
    struct counts counts = {0, 0, 0};
    int at = 0;
    while (at < N) {
        enum class class = class_of[text[at]];
        if (class == BLANK) {
            at++;
        } else if (class == LETTER) {
            counts.words++;
            do
                at++;
            while (at < N && class_of[text[at]] >= LETTER);
        } else if (class == DIGIT) {
            counts.numbers++;
            do
                at++;
            while (at < N && class_of[text[at]] == DIGIT);
        } else {
            counts.operators++;
            at++;
        }
    }
    return counts;
}

int main(void)
{
    unsigned char text[N];
    make_table();
    klee_make_symbolic(text, sizeof text, "text");
    struct counts counts = tokenize(text);
    return counts.words + 4 * counts.numbers + 16 * counts.operators;
}

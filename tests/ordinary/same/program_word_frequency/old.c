#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_WORDS 50
#define MAX_LEN 15

struct word {
    char text[MAX_LEN + 1];
    unsigned count;
};

struct word words[MAX_WORDS];
int nwords;

void add_word(const char *w)
{
    int i;

    for (i = 0; i < nwords; i++)
        if (strcmp(words[i].text, w) == 0) {
            words[i].count++;
            return;
        }
    if (nwords == MAX_WORDS)
        return;
    strcpy(words[nwords].text, w);
    words[nwords].count = 1;
    nwords++;
}

int main(void)
{
    char buf[MAX_LEN + 1];
    int len = 0, c;

    do {
        c = getchar();
        if (c != EOF && isalnum(c)) {
            if (len < MAX_LEN)
                buf[len++] = (char)tolower(c);
        } else if (len > 0) {
            buf[len] = '\0';
            add_word(buf);
            len = 0;
        }
    } while (c != EOF);
    for (int i = 0; i < nwords; i++)
        printf("%s %u\n", words[i].text, words[i].count);
    return 0;
}

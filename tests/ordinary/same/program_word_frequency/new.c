#include <ctype.h>
#include <stdio.h>
#include <string.h>

#define MAX_WORDS 50
#define MAX_LEN 15

static struct list {
    int n;
    unsigned counts[MAX_WORDS];
    char texts[MAX_WORDS][MAX_LEN + 1];
} list;

/* Returns the character after the word; the word may be empty. */
static int read_word(char buf[MAX_LEN + 1])
{
    int len = 0, c;

    while ((c = getchar()) != EOF && isalnum(c))
        if (len < MAX_LEN)
            buf[len++] = (char)tolower(c);
    buf[len] = '\0';
    return c;
}

static void note(struct list *l, const char *w)
{
    int i = 0;

    while (i < l->n && strcmp(l->texts[i], w) != 0)
        i++;
    if (i == MAX_WORDS)
        return;
    if (i == l->n) {
        memcpy(l->texts[i], w, strlen(w) + 1);
        l->n++;
    }
    l->counts[i]++;
}

int main(void)
{
    char buf[MAX_LEN + 1];
    int end;

    do {
        end = read_word(buf) == EOF;
        if (buf[0] != '\0')
            note(&list, buf);
    } while (!end);
    for (int i = 0; i < list.n; i++)
        printf("%s %u\n", list.texts[i], list.counts[i]);
    return 0;
}

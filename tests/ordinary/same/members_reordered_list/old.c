#include <stdio.h>
#include <stdlib.h>

struct node {
    struct node *next;
    int ch;
    unsigned runs;
};

static struct node *add(struct node *head, int ch)
{
    struct node *n;

    if (head && head->ch == ch) {
        head->runs++;
        return head;
    }
    n = malloc(sizeof *n);
    if (!n) {
        fputs("out of memory\n", stderr);
        exit(1);
    }
    n->next = head;
    n->ch = ch;
    n->runs = 1;
    return n;
}

int main(void)
{
    struct node *head = NULL, *next;
    int c;

    while ((c = getchar()) != EOF && c != '\n')
        head = add(head, c);
    for (; head; head = next) {
        next = head->next;
        printf("%d x %u\n", head->ch, head->runs);
        free(head);
    }
    return 0;
}

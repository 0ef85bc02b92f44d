#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { OK, SYNTAX, RANGE };

static int classify(const char *start, const char *end)
{
    if (end == start || *end)
        return SYNTAX;
    return errno == ERANGE ? RANGE : OK;
}

static int parse(const char *text, long *result)
{
    char *rest;

    errno = 0;
    *result = strtol(text, &rest, 0);
    return classify(text, rest);
}

int main(int argc, char *argv[])
{
    int worst = OK;

    for (int i = 1; i < argc; i++) {
        long number;
        int r = parse(argv[i], &number);

        if (r != OK)
            printf("bad %d: %s\n", r, argv[i]);
        else
            printf("%ld\n", number);
        worst = r > worst ? r : worst;
    }
    return worst;
}

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

static int parse(const char *s, long *value)
{
    char *end;

    errno = 0;
    *value = strtol(s, &end, 0);
    if (end == s || *end != '\0')
        return 1;
    if (errno == ERANGE)
        return 2;
    return 0;
}

int main(int argc, char **argv)
{
    long v;
    int status = 0;

    for (int i = 1; i < argc; i++) {
        int r = parse(argv[i], &v);
        if (r == 0)
            printf("%ld\n", v);
        else
            printf("bad %d: %s\n", r, argv[i]);
        if (r > status)
            status = r;
    }
    return status;
}

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static long port = 80, backlog = 5, verbose;

static int set(const char *key, const char *value)
{
    long n = strtol(value, NULL, 10);

    if (n < 0 || n > 65535)
        return 2;
    if (strcmp(key, "port") == 0)
        port = n;
    else if (strcmp(key, "backlog") == 0)
        backlog = n;
    else if (strcmp(key, "verbose") == 0)
        verbose = n;
    else
        return 1;
    return 0;
}

int main(void)
{
    char line[80];
    int number = 0;

    while (fgets(line, sizeof line, stdin) && number < 1000) {
        char *eq = strchr(line, '=');
        number++;
        if (line[0] == '#' || line[0] == '\n')
            continue;
        if (eq == NULL) {
            printf("line %d: no value\n", number);
            continue;
        }
        *eq = '\0';
        switch (set(line, eq + 1)) {
        case 1: printf("line %d: unknown key %s\n", number, line); break;
        case 2: printf("line %d: out of range\n", number); break;
        }
    }
    printf("%ld %ld %ld\n", port, backlog, verbose);
    return 0;
}

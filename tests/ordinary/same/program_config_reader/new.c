#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum result { ACCEPTED, UNKNOWN, RANGE };

struct setting {
    const char *key;
    long value;
};

static struct setting settings[] = {
    { "port", 80 }, { "backlog", 5 }, { "verbose", 0 },
};

static enum result assign(const char *key, long value)
{
    if (value < 0 || value > 65535)
        return RANGE;
    for (size_t i = 0; i < sizeof settings / sizeof *settings; i++)
        if (!strcmp(settings[i].key, key)) {
            settings[i].value = value;
            return ACCEPTED;
        }
    return UNKNOWN;
}

static void handle(char *line, int number)
{
    char *value;
    enum result r;

    if (*line == '#' || *line == '\n')
        return;
    value = strchr(line, '=');
    if (!value) {
        printf("line %d: no value\n", number);
        return;
    }
    *value++ = '\0';
    r = assign(line, strtol(value, NULL, 10));
    if (r == UNKNOWN)
        printf("line %d: unknown key %s\n", number, line);
    else if (r == RANGE)
        printf("line %d: out of range\n", number);
}

int main(void)
{
    char line[80];

    for (int number = 1; fgets(line, sizeof line, stdin) && number <= 1000; number++)
        handle(line, number);
    printf("%ld %ld %ld\n", settings[0].value, settings[1].value, settings[2].value);
    return 0;
}

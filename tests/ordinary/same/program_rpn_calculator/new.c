#include <stdio.h>
#include <stdlib.h>

#define MAX 8

typedef unsigned long num;

struct machine {
    int used;
    num cells[MAX];
};

static num add(num a, num b) { return a + b; }
static num sub(num a, num b) { return a - b; }
static num mul(num a, num b) { return a * b; }

static const struct { char symbol; num (*run)(num, num); } operators[] = {
    { '+', add }, { '-', sub }, { 'x', mul },
};

static int step(struct machine *m, const char *word)
{
    if ('0' <= *word && *word <= '9') {
        if (m->used >= MAX)
            return -1;
        m->cells[m->used++] = strtoul(word, NULL, 10);
        return 0;
    }
    for (size_t i = 0; i < sizeof operators / sizeof *operators; i++)
        if (operators[i].symbol == *word && m->used >= 2) {
            m->used--;
            m->cells[m->used - 1] = operators[i].run(m->cells[m->used - 1], m->cells[m->used]);
            return 0;
        }
    return -1;
}

int main(int argc, char **argv)
{
    struct machine m = { .used = 0 };

    for (int i = 1; i < argc; i++)
        if (step(&m, argv[i]) < 0) {
            printf("error at %d\n", i);
            return 1;
        }
    if (m.used != 1)
        return 2;
    printf("%lu\n", m.cells[0]);
    return 0;
}

#include <stdio.h>
#include <stdlib.h>

#define MAX 8

static unsigned long st[MAX];
static int sp;

static int push(unsigned long v)
{
    if (sp == MAX)
        return 0;
    st[sp++] = v;
    return 1;
}

static int apply(char op)
{
    unsigned long b;

    if (sp < 2)
        return 0;
    b = st[--sp];
    if (op == '+')
        st[sp - 1] += b;
    else if (op == '-')
        st[sp - 1] -= b;
    else if (op == 'x')
        st[sp - 1] *= b;
    else
        return 0;
    return 1;
}

int main(int argc, char **argv)
{
    for (int i = 1; i < argc; i++) {
        char *a = argv[i];
        int ok = a[0] >= '0' && a[0] <= '9' ? push(strtoul(a, NULL, 10)) : apply(a[0]);
        if (!ok) {
            printf("error at %d\n", i);
            return 1;
        }
    }
    if (sp != 1)
        return 2;
    printf("%lu\n", st[0]);
    return 0;
}

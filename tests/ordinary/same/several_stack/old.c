#include <stdint.h>

#define DEPTH 6

static int storage[DEPTH];
static int *top = storage;

int stack_push(int v)
{
    if (top == storage + DEPTH)
        return 0;
    *top++ = v;
    return 1;
}

int stack_pop(int fallback)
{
    if (top == storage)
        return fallback;
    return *--top;
}

int stack_peek(unsigned below)
{
    if (below >= (unsigned)(top - storage))
        return 0;
    return top[-1 - (int)below];
}

int stack_depth(void)
{
    return (int)(top - storage);
}

void stack_dup(void)
{
    if (top > storage)
        stack_push(top[-1]);
}

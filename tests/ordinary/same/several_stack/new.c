#include <stdint.h>

enum { DEPTH = 6 };

static struct {
    int32_t slot[DEPTH];
    uint8_t used;
} stack;

static int empty(void) { return stack.used == 0; }
static int full(void) { return stack.used == DEPTH; }

int stack_depth(void)
{
    return stack.used;
}

int stack_peek(unsigned below)
{
    return below < stack.used ? stack.slot[stack.used - 1 - below] : 0;
}

int stack_push(int v)
{
    if (full())
        return 0;
    stack.slot[stack.used] = v;
    stack.used++;
    return 1;
}

int stack_pop(int fallback)
{
    return empty() ? fallback : stack.slot[--stack.used];
}

void stack_dup(void)
{
    if (!empty() && !full())
        stack_push(stack_peek(0));
}

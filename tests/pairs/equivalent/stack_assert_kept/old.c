/* Takes the top from a stack of eight; an empty or broken one is a fault. */
#include <assert.h>

int stack[8];
int depth;

int pop(void)
{
    int top;

    assert(depth > 0 && depth <= 8);
    top = stack[depth - 1];
    stack[depth - 1] = 0;
    depth = depth - 1;
    return top;
}

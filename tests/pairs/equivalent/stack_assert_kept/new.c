/* Takes the top from a stack of eight; an empty or broken one is a fault. */
#include <assert.h>

int stack[8];
int depth;

int pop(void)
{
    int *place;
    int top;

    assert(depth > 0 && depth <= 8);
    place = &stack[--depth];
    top = *place;
    *place = 0;
    return top;
}

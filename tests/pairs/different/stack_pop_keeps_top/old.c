/* Operand stack of a small calculator. */
static long stack[6];
static int depth;

int push(long v)
{
    if (depth == 6)
        return 0;
    stack[depth++] = v;
    return 1;
}

long pop(void)
{
    return depth > 0 ? stack[--depth] : 0;
}

int stack_depth(void)
{
    return depth;
}

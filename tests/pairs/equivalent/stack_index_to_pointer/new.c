/* Operand stack of a small calculator. */
static long cells[6];
static long *sp = cells;

int push(long v)
{
    if (sp == cells + 6)
        return 0;
    *sp++ = v;
    return 1;
}

long pop(void)
{
    if (sp == cells)
        return 0;
    return *--sp;
}

int stack_depth(void)
{
    return (int)(sp - cells);
}

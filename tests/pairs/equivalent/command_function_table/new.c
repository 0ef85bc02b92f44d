/* One step of a small calculator. */
unsigned accumulator;

static unsigned load(unsigned a, unsigned b) { (void)a; return b; }
static unsigned add(unsigned a, unsigned b) { return b + a; }
static unsigned subtract(unsigned a, unsigned b) { return a - b; }
static unsigned exclusive_or(unsigned a, unsigned b) { return (a | b) - (a & b); }

static unsigned (*const commands[4])(unsigned, unsigned) = {load, add, subtract, exclusive_or};

int execute(unsigned command, unsigned operand)
{
    if (command >= 4)
        return -1;
    accumulator = commands[command](accumulator, operand);
    return !accumulator;
}

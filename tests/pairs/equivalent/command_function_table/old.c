/* One step of a small calculator. */
unsigned accumulator;

int execute(unsigned command, unsigned operand)
{
    switch (command) {
    case 0: accumulator = operand; break;
    case 1: accumulator += operand; break;
    case 2: accumulator -= operand; break;
    case 3: accumulator ^= operand; break;
    default: return -1;
    }
    return accumulator == 0;
}
